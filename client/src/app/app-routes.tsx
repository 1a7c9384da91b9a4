import { Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { loadPage } from '../api/load-page.ts';
import { EnterPage } from '../features/enter/enter-page.tsx';
import { enterWithMarker, paths } from '../paths.ts';
import { start } from '../start.ts';
import { LoginLayout } from './layouts/login-layout.tsx';
import { OnItsWay } from './layouts/on-its-way.tsx';
import { LeaveTo } from './leave-to.tsx';
import { Loading } from './loading.tsx';
import { RequireSession } from './require-session.tsx';
import { VisitorsOnly } from './visitors-only.tsx';

const loadProfilePage = () => import('./profile-page.tsx');

// What fails here shows itself when the page is wanted.
const prepareProfilePage = () => void loadProfilePage().catch(() => undefined);

const AccountCodePage = loadPage('account-code-page', () =>
  import('../features/enter/account-code-page.tsx').then((file) => file.AccountCodePage),
);
const MessagePages = loadPage('message-pages', () => import('./message-pages.tsx').then((file) => file.MessagePages));
const ProfilePage = loadPage('profile-page', () => loadProfilePage().then((file) => file.ProfilePage));

/** Every address of product.md §2 that leads somewhere; all others go where the visitor belongs. */
export function AppRoutes() {
  const enter = (
    <VisitorsOnly>
      <LoginLayout>
        <EnterPage onCodeSent={prepareProfilePage} />
      </LoginLayout>
    </VisitorsOnly>
  );
  return (
    <Routes>
      <Route path={paths.enter} element={enter} />
      <Route path={paths.enterEmail} element={enter} />
      <Route
        path={paths.enterAccountCode}
        element={
          <VisitorsOnly>
            <LoginLayout>
              <Suspense fallback={<OnItsWay />}>
                <AccountCodePage />
              </Suspense>
            </LoginLayout>
          </VisitorsOnly>
        }
      />
      <Route path={paths.enterRestore} element={<Navigate to={enterWithMarker('RESTORE_ACCOUNT')} replace />} />
      <Route path={paths.enterPassword} element={<Navigate to={paths.enter} replace />} />
      <Route path={paths.enterLogin} element={<ToEnterWithQuery />} />
      <Route path={paths.enterReferral} element={<LeaveTo url={start.links.redeem} />} />
      <Route path={paths.promo} element={<LeaveTo url={start.links.redeem} />} />
      <Route path={paths.oldVerify} element={<Navigate to={enterWithMarker('DEPRECATED_EMAIL_VERIFY')} replace />} />
      <Route path={paths.accountTermination} element={<Navigate to={paths.profile} replace />} />
      <Route
        path={paths.profile}
        element={
          <RequireSession>
            <Suspense fallback={<Loading />}>
              <ProfilePage />
            </Suspense>
          </RequireSession>
        }
      />
      <Route
        path="*"
        element={
          <Suspense
            fallback={
              <LoginLayout room="message">
                <OnItsWay />
              </LoginLayout>
            }
          >
            <MessagePages />
          </Suspense>
        }
      />
    </Routes>
  );
}

function ToEnterWithQuery() {
  const { search } = useLocation();
  return <Navigate to={paths.enter + search} replace />;
}
