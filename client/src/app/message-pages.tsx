import { Navigate, Outlet, Route, Routes } from 'react-router-dom';
import { ConfirmEmailPage } from '../features/change-email/confirm-email-page.tsx';
import { NewEmailPage } from '../features/change-email/new-email-page.tsx';
import { CitizenshipSuccessPage } from '../features/citizenship/citizenship-success-page.tsx';
import { AlreadyUsedPage } from '../features/enter/already-used-page.tsx';
import { AppErrorPage } from '../features/hand-off/app-error-page.tsx';
import { ExtensionPage } from '../features/hand-off/extension-page.tsx';
import { OneTimeCodePage } from '../features/hand-off/one-time-code-page.tsx';
import { ToAppPage } from '../features/hand-off/to-app-page.tsx';
import { SubscriptionConfirmedPage } from '../features/newsletter/subscription-confirmed-page.tsx';
import { PaymentResultPage } from '../features/payment-result/payment-result-page.tsx';
import { paths } from '../paths.ts';
import { useSession } from '../session/session.ts';
import { LoginLayout } from './layouts/login-layout.tsx';

/** The pages that emails, apps and other sites link to. They are small and share one chunk. product.md §2 */
export function MessagePages() {
  const { signedIn } = useSession();
  return (
    <Routes>
      <Route
        element={
          <LoginLayout variant="message">
            <Outlet />
          </LoginLayout>
        }
      >
        <Route path={paths.redirectToApp} element={<ToAppPage key="redirect" loggedIn />} />
        <Route path={paths.toApp} element={<ToAppPage key="to-app" />} />
        <Route path={paths.toChrome} element={<ExtensionPage />} />
        <Route path={paths.oneTimeCode} element={<OneTimeCodePage />} />
        <Route path={paths.appError} element={<AppErrorPage />} />
        <Route path={paths.paymentSuccess} element={<PaymentResultPage />} />
        <Route path={paths.citizenshipSuccess} element={<CitizenshipSuccessPage />} />
        <Route path={paths.oldAlreadyUsed} element={<AlreadyUsedPage />} />
      </Route>
      <Route
        element={
          <LoginLayout variant="newsletter">
            <Outlet />
          </LoginLayout>
        }
      >
        <Route path={paths.subscriptionConfirmed} element={<SubscriptionConfirmedPage />} />
        <Route path={paths.oldSubscriptionConfirmed} element={<SubscriptionConfirmedPage />} />
      </Route>
      <Route
        element={
          <LoginLayout backToProfile={signedIn}>
            <Outlet />
          </LoginLayout>
        }
      >
        <Route path={paths.changeEmail} element={<NewEmailPage />} />
        <Route path={paths.changeEmailConfirm} element={<ConfirmEmailPage />} />
      </Route>
      <Route path="*" element={<Navigate to={signedIn ? paths.profile : paths.enter} replace />} />
    </Routes>
  );
}
