import type { ReactNode } from 'react';
import { start } from '../../start.ts';
import { classNames } from '../../ui/class-names.ts';
import { SiteName } from '../../ui/page-title.tsx';
import { Footer } from './footer.tsx';
import { LanguageSelect } from './language-select.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { SkipLink, ThemeSwitch, Topbar } from './topbar.tsx';
import { useScrollToTop } from './use-scroll-to-top.ts';
import './login-layout.css';

interface LoginLayoutProps {
  /** Shown in the header, or above the content on narrow screens. */
  backLink?: ((className: string) => ReactNode) | undefined;
  /** `newsletter` has more space above and below; `message` is for an alert box, which sets its own width. */
  variant?: 'newsletter' | 'message';
  children: ReactNode;
}

/** The layout of the sign-in area and of message pages: logo, language, theme, horizon, footer. product.md §2 */
export function LoginLayout({ backLink, variant, children }: LoginLayoutProps) {
  useScrollToTop();
  return (
    <SiteName value={start.productName}>
      <SkipLink />
      <OfflineBar />
      <div className={classNames('gate', variant === 'newsletter' && 'gate--newsletter')}>
        <Topbar home={start.links.site}>
          {backLink?.('only-desktop')}
          <LanguageSelect short />
          <ThemeSwitch />
        </Topbar>
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
