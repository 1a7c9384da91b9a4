import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { start } from '../../start.ts';
import { classNames } from '../../ui/class-names.ts';
import { SiteName } from '../../ui/page-title.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Footer } from './footer.tsx';
import { LanguageSelect } from './language-select.tsx';
import { OfflineBar, SkipLink, ThemeSwitch, Topbar } from './topbar.tsx';
import { useScrollToTop } from './use-scroll-to-top.ts';
import './login-layout.css';

interface LoginLayoutProps {
  backToProfile?: boolean;
  /** `newsletter` has more space above and below; `message` is for an alert box, which sets its own width. */
  variant?: 'newsletter' | 'message';
  children: ReactNode;
}

/** The layout of the sign-in area and of message pages: logo, language, theme, horizon, footer. product.md §2 */
export function LoginLayout({ backToProfile, variant, children }: LoginLayoutProps) {
  const { t } = useTranslation();
  useScrollToTop();
  return (
    <SiteName value={start.productName}>
      <SkipLink />
      <OfflineBar />
      <div className={classNames('gate', variant === 'newsletter' && 'gate--newsletter')}>
        <Topbar home={start.links.site}>
          {backToProfile && (
            <TextLink as={Link} to={paths.profile} block quiet className="small only-desktop">
              {t('layout.backToProfile')}
            </TextLink>
          )}
          <LanguageSelect short />
          <ThemeSwitch />
        </Topbar>
        <main className="gate__main" id="main" tabIndex={-1}>
          {variant === 'message' ? children : <div className="gate__form stack gap-6">{children}</div>}
        </main>
        <div className="gate__art" />
        <Footer />
      </div>
    </SiteName>
  );
}
