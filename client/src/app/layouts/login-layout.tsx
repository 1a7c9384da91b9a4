import type { ReactNode } from 'react';
import { start } from '../../start.ts';
import { classNames } from '../../ui/class-names.ts';
import { SiteName } from '../../ui/page-title.tsx';
import { Footer } from './footer.tsx';
import { LanguageSelect } from './language-select.tsx';
import { LogoLink, OfflineBar, SkipLink, ThemeSwitch } from './topbar.tsx';
import { useScrollToTop } from './use-scroll-to-top.ts';
import './login-layout.css';
import './topbar.css';

interface LoginLayoutProps {
  /** Stands in the header, and above the content where the header is too narrow. */
  backLink?: ((className: string) => ReactNode) | undefined;
  /** `newsletter` has more space above and below; `message` is for an alert box, which sets its own width. */
  variant?: 'newsletter' | 'message';
  children: ReactNode;
}

/** The sign-in area and every page that says one thing: logo, language, theme, horizon, footer. product.md §2 */
export function LoginLayout({ backLink, variant, children }: LoginLayoutProps) {
  useScrollToTop();
  return (
    <SiteName value={start.productName}>
      <SkipLink />
      <OfflineBar />
      <div className={classNames('gate', variant === 'newsletter' && 'gate--newsletter')}>
        <header className="topbar">
          <div className="topbar__in">
            <LogoLink href={start.links.site} />
            <div className="topbar__actions">
              {backLink?.('only-desktop')}
              <LanguageSelect short />
              <ThemeSwitch />
            </div>
          </div>
        </header>
        <main className="gate__main" id="main" tabIndex={-1}>
          {backLink?.('only-mobile')}
          {variant === 'message' ? children : <div className="gate__form stack gap-6">{children}</div>}
        </main>
        <div className="gate__art" />
        <Footer />
      </div>
    </SiteName>
  );
}
