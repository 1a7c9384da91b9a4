import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { start } from '../../start.ts';
import { useTheme } from '../../theme/use-theme.ts';
import { Button } from '../../ui/button.tsx';
import { MoonIcon } from '../../ui/icons/moon-icon.tsx';
import { SunIcon } from '../../ui/icons/sun-icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import './topbar.css';

/**
 * The first tab stop: skips the header. It does not follow its link, whose history entry would lack the state in which
 * pages keep what they need.
 */
export function SkipLink() {
  const { t } = useTranslation();
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    document.getElementById('main')?.focus();
  };
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to the content before the page's scripts have started.
    <a className="skip-link" href="#main" onClick={skip}>
      {t('layout.skipToContent')}
    </a>
  );
}

/** The header of both layouts: the logo, which links to `home`, and the actions. */
export const Topbar = ({ home, children }: { home: string; children: ReactNode }) => (
  <header className="topbar">
    <div className="topbar__in">
      <LogoLink href={home} />
      <div className="topbar__actions">{children}</div>
    </div>
  </header>
);

/** Logo and product name. The last word of the name is lighter. */
function LogoLink({ href }: { href: string }) {
  const [, first = start.productName, last] = /^(.+) (\S+)$/.exec(start.productName) ?? [];
  return (
    <a className="logo" href={href} translate="no">
      <Logo />
      <span>
        <span>{first}</span>
        {last && <span className="logo__vpn">{` ${last}`}</span>}
      </span>
    </a>
  );
}

/** Toggles the theme. Its label says what it will do. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const { theme, toggle } = useTheme();
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label={t(theme === 'dark' ? 'layout.themeToLight' : 'layout.themeToDark')}
      onClick={toggle}
    >
      {/* A style selects the icon: the prerendered page does not know the system's theme. */}
      <span className="for-dark">
        <SunIcon size="sm" />
      </span>
      <span className="for-light">
        <MoonIcon size="sm" />
      </span>
    </Button>
  );
}
