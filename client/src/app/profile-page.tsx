import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { readSignInError } from '../features/enter/sign-in-error.ts';
import { sections, signInErrorPath } from '../paths.ts';
import { billerAfterDeletion } from '../profile/biller.ts';
import { readDevicesTarget } from '../profile/devices-url.ts';
import { accountLabel, hasPaymentIssue } from '../profile/profile-rules.ts';
import { useProfile } from '../profile/use-profile.ts';
import { followMissedSessionChanges } from '../session/missed-session-change.ts';
import { isDeliberatePress } from '../session/press-guard.ts';
import { bankReturn, readBankReturn } from '../session/read-bank-return.ts';
import { signOut } from '../session/sign-out.ts';
import { signOutWhenConfirmed } from '../session/sign-out-confirmation.ts';
import { start } from '../start.ts';
import { useStoreValue } from '../store.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { ProfileLayout } from './layouts/profile-layout.tsx';
import { ProfileLoadFailed } from './profile-load-failed.tsx';
import { readSection } from './profile-url.ts';
import { renderSection, SectionSkeleton, sectionsOf } from './sections.tsx';
import { UnfinishedRouter } from './unfinished-router.tsx';
import { useAddressOfAccount } from './use-address-of-account.ts';
import { useCitizenshipReturn } from './use-citizenship-return.ts';
import { usePostSignInRedirect } from './use-post-sign-in-redirect.ts';
import { useProfileFailure } from './use-profile-failure.ts';
import { useProfileNotifications } from './use-profile-notifications.ts';

/** The page after signing in: loads the profile and shows one of its sections. product.md §2 */
export function ProfilePage() {
  const { t } = useTranslation();
  const { search, state } = useLocation();
  useEffect(followMissedSessionChanges, []);
  const { redirecting, isNaming } = usePostSignInRedirect();
  const citizenship = useCitizenshipReturn(search);
  // Billing saves a card that the bank has confirmed, even if the user has opened another section meanwhile.
  const hasCard = useStoreValue(bankReturn, () => readBankReturn()?.status === 'succeeded');
  const read = useProfile();
  const { data, error, isValidating, mutate } = read;
  const failure = useProfileFailure(read);
  const [signingOut, setSigningOut] = useState<'no' | 'now' | 'failed'>('no');
  const profile = data?.profile;
  const isSettling = useAddressOfAccount(profile?.account_id || undefined);
  // A page that is being left shows nothing, except the name of an account that a link has signed in.
  const isLeaving = (redirecting && !isNaming) || profile?.marked_for_termination;
  const linkIgnored = useProfileNotifications(isLeaving ? undefined : profile);
  const signInError = readSignInError((state as { signInError?: string } | null)?.signInError);

  const confirmAndSignOut = () => {
    if (!isDeliberatePress()) return;
    signOutWhenConfirmed(() => {
      setSigningOut('now');
      signOut().catch(() => setSigningOut('failed'));
    });
  };
  if (failure?.kind === 'restore') return <Navigate to={signInErrorPath(failure.error)} replace />;
  if (profile?.marked_for_termination) {
    const state = { biller: billerAfterDeletion(profile) };
    return <Navigate to={signInErrorPath('RESTORE_ACCOUNT')} state={state} replace />;
  }

  const available = profile ? sectionsOf(profile, start.anonymousEmailDomain) : sections;
  // While the profile loads, the skeleton is that of the requested section.
  const section = readSection(search, available);
  const task = section === 'DEVICES' && readDevicesTarget(search).kind === 'router';
  const failed = !profile && failure?.kind === 'transient';
  return (
    <ProfileLayout
      sections={available}
      current={section}
      task={task}
      paymentIssue={profile ? hasPaymentIssue(profile) : false}
      onSignOut={confirmAndSignOut}
      signingOut={signingOut === 'now'}
    >
      {signingOut === 'failed' && (
        <Banner tone="danger" role="alert" takesFocus>
          {t('profile.signOutFailed')}
        </Banner>
      )}
      {signInError && signInError !== 'restore' && (
        <Banner tone={signInError.tone} role="alert">
          {t(signInError.text)}
        </Banner>
      )}
      {linkIgnored && profile && (
        <Banner
          tone="info"
          role="status"
          title={t('profile.linkIgnored', { email: accountLabel(profile) })}
          action={
            <Button size="sm" onClick={confirmAndSignOut}>
              {t('layout.signOut')}
            </Button>
          }
        >
          {t('profile.linkIgnoredText')}
        </Banner>
      )}
      {profile && !task && <UnfinishedRouter account={profile.account_id} />}
      {failed ? (
        <ProfileLoadFailed
          section={section}
          tooMany={failure.tooMany}
          traceId={error?.traceId}
          trying={isValidating}
          onTryAgain={() => void mutate()}
        />
      ) : redirecting || isSettling || !profile || failure?.kind === 'signOut' ? (
        <SectionSkeleton section={section} />
      ) : (
        <CrashBoundary scope="section">
          {renderSection(hasCard ? 'BILLING' : section, profile, citizenship)}
        </CrashBoundary>
      )}
    </ProfileLayout>
  );
}
