import { Suspense } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { lazyPage } from '../api/load-chunk.ts';
import { EnterPage } from '../features/enter/enter-page.tsx';
import { paths } from '../paths.ts';
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

// What fails here shows itself when the page is wanted.
const prepareProfilePage = () => void loadProfilePage().catch(() => undefined);

const AccountCodePage = lazyPage('account-code-page', () =>
  import('../features/enter/account-code-page.tsx').then((file) => file.AccountCodePage),
);
const MessagePages = lazyPage('message-pages', () => import('./message-pages.tsx').then((file) => file.MessagePages));
const ProfilePage = lazyPage('profile-page', () => loadProfilePage().then((file) => file.ProfilePage));

/** Every address of product.md §2 that leads somewhere; all others go where the visitor belongs. */
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
