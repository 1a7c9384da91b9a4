import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { ConfirmEmailPage } from '../features/change-email/confirm-email-page.tsx';
import { NewEmailPage } from '../features/change-email/new-email-page.tsx';
import { CitizenshipSuccessPage } from '../features/citizenship/citizenship-success-page.tsx';
import { AlreadyUsedPage } from '../features/enter/already-used-page.tsx';
import { SignInHelpPage } from '../features/enter/sign-in-help-page.tsx';
import { AppErrorPage } from '../features/hand-off/app-error-page.tsx';
import { ExtensionPage } from '../features/hand-off/extension-page.tsx';
import { OneTimeCodePage } from '../features/hand-off/one-time-code-page.tsx';
import { ToAppPage } from '../features/hand-off/to-app-page.tsx';
import { SubscriptionConfirmedPage } from '../features/newsletter/subscription-confirmed-page.tsx';
import { PaymentResultPage } from '../features/payment-result/payment-result-page.tsx';
import { paths, signInErrorPath } from '../paths.ts';
import { useSession } from '../session/session.ts';
import { notifyLinkSignIn } from '../session/signed-in-by-url.ts';
import { start } from '../start.ts';
import { TextLink } from '../ui/text-link.tsx';
import { LoginLayout } from './layouts/login-layout.tsx';

/**
 * All routes but sign-in and profile, in one chunk: pages that emails, apps and other sites link to, sign-in help, the
 * change of email, and redirects. product.md §2
 */
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
        <Route path={paths.redirectToApp} element={<ToAppPage key="redirect" justSignedIn />} />
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
          <LoginLayout backLink={signedIn ? (className) => <BackToProfile className={className} /> : undefined}>
            <Outlet />
          </LoginLayout>
        }
      >
        <Route path={paths.enterHelp} element={<SignInHelpPage />} />
        <Route path={paths.changeEmail} element={<NewEmailPage />} />
        <Route path={paths.changeEmailConfirm} element={<ConfirmEmailPage />} />
      </Route>
      <Route path={paths.enterRestore} element={<Navigate to={signInErrorPath('RESTORE_ACCOUNT')} replace />} />
      <Route path={paths.enterPassword} element={<Navigate to={paths.enter} replace />} />
      <Route path={paths.enterLogin} element={<ToEnterWithQuery />} />
      <Route path={paths.oldVerify} element={<Navigate to={signInErrorPath('DEPRECATED_EMAIL_VERIFY')} replace />} />
      <Route path={paths.accountTermination} element={<Navigate to={paths.profile} replace />} />
      <Route path={paths.enterReferral} element={<ToRedeemPage />} />
      <Route path={paths.promo} element={<ToRedeemPage />} />
      <Route path="*" element={<Navigate to={signedIn ? paths.profile : paths.enter} replace />} />
    </Routes>
  );
}

function BackToProfile({ className }: { className: string }) {
  const { t } = useTranslation();
  return (
    <TextLink as={Link} to={paths.profile} block quiet className={`small ${className}`}>
      {t('layout.backToProfile')}
    </TextLink>
  );
}

/** The redeem page of the marketing site, with the promo code of the link. */
function ToRedeemPage() {
  const { search } = useLocation();
  useEffect(notifyLinkSignIn, []);
  const code = new URLSearchParams(search).get('code');
  const url = new URL(start.links.redeem);
  if (code) url.searchParams.set('code', code);
  return <LeaveTo url={url.href} />;
}

/** Redirects to another site, in place of this history entry. */
function LeaveTo({ url }: { url: string }) {
  useEffect(() => location.replace(url), [url]);
  return null;
}

function ToEnterWithQuery() {
  const { search } = useLocation();
  return <Navigate to={paths.enter + search} replace />;
}
