import { useTranslation } from 'react-i18next';
import { start } from '../../start.ts';
import { useTheme } from '../../theme/use-theme.ts';
import { BannerBar } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { MoonIcon } from '../../ui/icons/moon-icon.tsx';
import { OfflineIcon } from '../../ui/icons/offline-icon.tsx';
import { SunIcon } from '../../ui/icons/sun-icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useOnline } from '../../ui/use-online.ts';

/** The first stop of the Tab key: past the header, to the content. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className="skip-link" href="#main">
      {t('layout.skipToContent')}
    </a>
  );
}

/** Says that the network is gone, for as long as it is. */
export function OfflineBar() {
  const { t } = useTranslation();
  const online = useOnline();
  return <div role="status">{!online && <BannerBar icon={<OfflineIcon />}>{t('layout.offline')}</BannerBar>}</div>;
}

/** Lighthouse and product name; the name's last word is lighter, as in the design. */
export function LogoLink({ href }: { href: string }) {
  const [, first = start.productName, last] = /^(.+) (\S+)$/.exec(start.productName) ?? [];
  return (
    <a className="logo" href={href}>
      <Logo />
      <span>
        {first}
        {last && <span className="logo__vpn"> {last}</span>}
      </span>
    </a>
  );
}

/** Switches between light and dark; the name says what it will do. */
export function ThemeSwitch({ className }: { className?: string }) {
  const { t } = useTranslation();
  const { theme, toggle } = useTheme();
  return (
    <Button
      variant="quiet"
      size="icon"
      className={className}
      aria-label={t(theme === 'dark' ? 'layout.themeToLight' : 'layout.themeToDark')}
      onClick={toggle}
    >
      {theme === 'dark' ? <SunIcon size="sm" /> : <MoonIcon size="sm" />}
    </Button>
  );
}
