import { Suspense, useEffect } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { lazyPage } from '../api/load-chunk.ts';
import { EnterPage } from '../features/enter/enter-page.tsx';
import { paths, signInErrorPath } from '../paths.ts';
import { start } from '../start.ts';
import { Toaster } from '../toasts/toaster.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { RequireSession, RequireVisitor } from './guards.tsx';
import { LoginLayout } from './layouts/login-layout.tsx';
import { PageSpinner } from './layouts/page-spinner.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

export function App() {
  return (
    <BrowserRouter>
      <CrashBoundary>
        <AppRoutes />
      </CrashBoundary>
      <Toaster />
    </BrowserRouter>
  );
}

const loadProfilePage = () => import('./profile-page.tsx');

// A failure surfaces when the page is opened.
const prepareProfilePage = () => void loadProfilePage().catch(() => undefined);

const AccountCodePage = lazyPage('account-code-page', () =>
  import('../features/enter/account-code-page.tsx').then((file) => file.AccountCodePage),
);
const MessagePages = lazyPage('message-pages', () => import('./message-pages.tsx').then((file) => file.MessagePages));
const ProfilePage = lazyPage('profile-page', () => loadProfilePage().then((file) => file.ProfilePage));

/** The routes of product.md §2. Unknown addresses redirect to the profile or to the sign-in page. */
function AppRoutes() {
  const enter = (
    <RequireVisitor>
      <LoginLayout>
        <EnterPage onCodeSent={prepareProfilePage} />
      </LoginLayout>
    </RequireVisitor>
  );
  return (
    <Routes>
      <Route path={paths.enter} element={enter} />
      <Route path={paths.enterEmail} element={enter} />
      <Route
        path={paths.enterAccountCode}
        element={
          <RequireVisitor>
            <LoginLayout>
              <Suspense fallback={<PageSpinner />}>
                <AccountCodePage />
              </Suspense>
            </LoginLayout>
          </RequireVisitor>
        }
      />
      <Route path={paths.enterRestore} element={<Navigate to={signInErrorPath('RESTORE_ACCOUNT')} replace />} />
      <Route path={paths.enterPassword} element={<Navigate to={paths.enter} replace />} />
      <Route path={paths.enterLogin} element={<ToEnterWithQuery />} />
      <Route path={paths.enterReferral} element={<LeaveTo url={start.links.redeem} />} />
      <Route path={paths.promo} element={<LeaveTo url={start.links.redeem} />} />
      <Route path={paths.oldVerify} element={<Navigate to={signInErrorPath('DEPRECATED_EMAIL_VERIFY')} replace />} />
      <Route path={paths.accountTermination} element={<Navigate to={paths.profile} replace />} />
      <Route
        path={paths.profile}
        element={
          <RequireSession>
            <Suspense fallback={<PageSkeleton />}>
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
              <LoginLayout variant="message">
                <PageSpinner />
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

/** Redirects to another site, in place of this history entry. */
function LeaveTo({ url }: { url: string }) {
  useEffect(() => location.replace(url), [url]);
  return null;
}
