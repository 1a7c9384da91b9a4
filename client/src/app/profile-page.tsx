import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { sections, signInErrorPath } from '../paths.ts';
import { hasPaymentIssue } from '../profile/profile-rules.ts';
import { useProfile } from '../profile/use-profile.ts';
import { completeSignOut, signOut } from '../session/sign-out.ts';
import { signOutWhenConfirmed } from '../session/sign-out-confirmation.ts';
import { start } from '../start.ts';
import { Banner } from '../ui/banner.tsx';
import { classifyProfileFailure } from './classify-profile-failure.ts';
import { ProfileLayout } from './layouts/profile-layout.tsx';
import { ProfileLoadFailed } from './profile-load-failed.tsx';
import { readDevicesTarget, readSection } from './profile-url.ts';
import { renderSection, SectionSkeleton, sectionsOf } from './sections.tsx';
import { useCitizenshipReturn } from './use-citizenship-return.ts';
import { usePostSignInRedirect } from './use-post-sign-in-redirect.ts';
import { useProfileNotifications } from './use-profile-notifications.ts';

/** The page after signing in: loads the profile and shows one of its sections. product.md §2 */
export function ProfilePage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const redirecting = usePostSignInRedirect();
  const citizenship = useCitizenshipReturn(search);
  const { data, error, isValidating, mutate } = useProfile();
  const [signingOut, setSigningOut] = useState<'no' | 'now' | 'failed'>('no');
  const profile = data?.profile;
  const failure = error ? classifyProfileFailure(error) : null;
  useProfileNotifications(profile);

  const signOutReason = failure?.kind === 'signOut' ? failure.error : null;
  useEffect(() => {
    // If the gateway is unreachable too, at least this page drops the session.
    if (signOutReason) signOut(signOutReason).catch(() => completeSignOut(signOutReason));
  }, [signOutReason]);

  const logOut = () =>
    signOutWhenConfirmed(() => {
      setSigningOut('now');
      signOut().catch(() => setSigningOut('failed'));
    });
  if (failure?.kind === 'restore') return <Navigate to={signInErrorPath(failure.error)} replace />;
  if (profile?.marked_for_termination) return <Navigate to={signInErrorPath('RESTORE_ACCOUNT')} replace />;

  const available = profile ? sectionsOf(profile, start.anonymousEmailDomain) : [];
  // While the profile loads, the skeleton is that of the requested section.
  const section = readSection(search, profile ? available : sections);
  // A response without a profile counts as a failure.
  const failed = !profile && (failure?.kind === 'transient' || data !== undefined);
  return (
    <ProfileLayout
      sections={available}
      current={section}
      task={section === 'DEVICES' && readDevicesTarget(search).kind === 'router'}
      paymentIssue={profile ? hasPaymentIssue(profile) : false}
      onSignOut={logOut}
      signingOut={signingOut === 'now'}
    >
      {signingOut === 'failed' && (
        <Banner tone="danger" role="alert">
          {t('profile.signOutFailed')}
        </Banner>
      )}
      {failed && (
        <ProfileLoadFailed
          tooMany={failure?.kind === 'transient' && failure.tooMany}
          traceId={error?.traceId ?? null}
          trying={isValidating}
          onTryAgain={() => void mutate()}
        />
      )}
      {!failed && (redirecting || !profile || signOutReason) && <SectionSkeleton section={section} />}
      {!failed && !redirecting && profile && !signOutReason && (
        <Suspense fallback={<SectionSkeleton section={section} />}>
          {renderSection(section, profile, citizenship)}
        </Suspense>
      )}
    </ProfileLayout>
  );
}
