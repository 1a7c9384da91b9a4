import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { paths, type Section } from '../../paths.ts';
import { start } from '../../start.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SignOutIcon } from '../../ui/icons/sign-out-icon.tsx';
import { SiteName } from '../../ui/page-title.tsx';
import { HeaderMenu } from './header-menu.tsx';
import { LanguageSelect } from './language-select.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { SectionNav } from './section-nav.tsx';
import { SkipLink, ThemeSwitch, Topbar } from './topbar.tsx';
import { useScrollToTop } from './use-scroll-to-top.ts';
import './profile-layout.css';

interface ProfileLayoutProps {
  /** The sections of this account; all of them while the profile loads. */
  sections: readonly Section[];
  current: Section;
  paymentIssue?: boolean;
  /** Hides the bottom bar on phones: a task screen has its own action bar there. */
  task?: boolean;
  onSignOut: () => void;
  signingOut?: boolean;
  children: ReactNode;
}

/** The layout of the signed-in area: header, section navigation, content. product.md §2 */
export function ProfileLayout(props: ProfileLayoutProps) {
  const { sections, current, paymentIssue, task, onSignOut, signingOut = false, children } = props;
  const { t } = useTranslation();
  useScrollToTop();
  const nav = <SectionNav sections={sections} current={current} paymentIssue={paymentIssue} />;
  return (
    <SiteName value={start.productName}>
      <SkipLink />
      <OfflineBar />
      <Topbar home={paths.profile}>
        <span className="only-desktop row gap-1">
          <LanguageSelect short />
          <ThemeSwitch />
          <Button variant="quiet" loading={signingOut} onClick={onSignOut}>
            {!signingOut && <SignOutIcon size="sm" />}
            <span>{t(signingOut ? 'layout.signingOut' : 'layout.signOut')}</span>
          </Button>
        </span>
        <HeaderMenu onSignOut={onSignOut} signingOut={signingOut} />
      </Topbar>
      <div className={classNames('shell', task && 'shell--task')}>
        {task ? <div className="task-nav">{nav}</div> : nav}
        <main className="content" id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    </SiteName>
  );
}
