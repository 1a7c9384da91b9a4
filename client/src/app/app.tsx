import { useEffect } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { lazyPart } from '../api/load-chunk.ts';
import { EnterPage } from '../features/enter/enter-page.tsx';
import { paths } from '../paths.ts';
import { readSession } from '../session/session.ts';
import { Toaster } from '../toasts/toaster.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { RequireSession, RequireVisitor } from './guards.tsx';
import { LoginLayout } from './layouts/login-layout.tsx';
import { PageSpinner } from './layouts/page-spinner.tsx';

export function App() {
  // After the updates of other effects, such as the text that was typed.
  useEffect(() => void setTimeout(window.replayEarlyEvents), []);
  return (
    <BrowserRouter>
      <AppContent />
    </BrowserRouter>
  );
}

/** Everything inside the router. */
export function AppContent() {
  return (
    <>
      <CrashBoundary scope="page">
        <AppRoutes />
      </CrashBoundary>
      <Toaster />
    </>
  );
}

/**
 * Loads the code of the opened page, so that nothing replaces the prerendered page before it is complete, and all is
 * hydrated at once. The sign-in page's code is in the entry chunk. Resolves to whether it is loaded.
 */
export async function prepareOpenedPage(pathname: string, hasUserActed: () => boolean): Promise<boolean> {
  switch (pathname) {
    case paths.enter:
    case paths.enterEmail:
      return true;
    case paths.enterAccountCode:
      return await AccountCodePage.prepare(hasUserActed);
    case paths.profile:
      // A visitor is redirected to the sign-in page.
      return !readSession().signedIn || (await ProfilePage.prepare(hasUserActed));
    default:
      return await MessagePages.prepare(hasUserActed);
  }
}

const loadProfilePage = () => import('./profile-page.tsx');

// A failure surfaces when the page is opened.
const prepareProfilePage = () => void loadProfilePage().catch(() => undefined);

const AccountCodePage = lazyPart(
  'account-code-page',
  () => import('../features/enter/account-code-page.tsx').then((file) => file.AccountCodePage),
  <PageSpinner />,
);
const MessagePages = lazyPart(
  'message-pages',
  () => import('./message-pages.tsx').then((file) => file.MessagePages),
  <LoginLayout variant="message">
    <PageSpinner />
  </LoginLayout>,
);
const ProfilePage = lazyPart('profile-page', () => loadProfilePage().then((file) => file.ProfilePage), <PageSpinner />);

/** The routes of product.md §2. Unknown URLs redirect to the profile or to the sign-in page. */
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
              <AccountCodePage />
            </LoginLayout>
          </RequireVisitor>
        }
      />
      <Route
        path={paths.profile}
        element={
          <RequireSession>
            <ProfilePage />
          </RequireSession>
        }
      />
      <Route path="*" element={<MessagePages />} />
    </Routes>
  );
}
