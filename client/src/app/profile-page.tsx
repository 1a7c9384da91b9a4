import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router-dom';
import { enterWithMarker, sections } from '../paths.ts';
import { hasPaymentIssue } from '../profile/payment-issue.ts';
import { useProfile } from '../profile/use-profile.ts';
import { signOutWhenAllowed } from '../session/before-sign-out.ts';
import { leaveSession, signOut } from '../session/sign-out.ts';
import { start } from '../start.ts';
import { Banner } from '../ui/banner.tsx';
import { chooseSection } from './choose-section.ts';
import { readDevicesTarget } from './devices-target.ts';
import { judgeProfileFailure } from './judge-profile-failure.ts';
import { ProfileLayout } from './layouts/profile-layout.tsx';
import { ProfileLoadFailed } from './profile-load-failed.tsx';
import { useProfileNews } from './profile-news.ts';
import { SectionLoading } from './section-loading.tsx';
import { renderSection, sectionsOf } from './sections.tsx';
import { useArrival } from './use-arrival.ts';
import { useCitizenshipReturn } from './use-citizenship-return.ts';

/** The landing page after signing in: loads the profile and shows one of its sections. product.md §2 */
export function ProfilePage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const leaving = useArrival();
  const citizenship = useCitizenshipReturn(search);
  const { data, error, isValidating, mutate } = useProfile();
  const [signingOut, setSigningOut] = useState<'no' | 'now' | 'failed'>('no');
  const profile = data?.profile;
  const failure = error ? judgeProfileFailure(error) : null;
  useProfileNews(profile);

  const dropMarker = failure?.kind === 'drop' ? failure.marker : null;
  useEffect(() => {
    // Where the gateway cannot be asked either, the page at least lets go of what it shows.
    if (dropMarker) signOut(dropMarker).catch(() => leaveSession(dropMarker));
  }, [dropMarker]);

  const logOut = () =>
    signOutWhenAllowed(() => {
      setSigningOut('now');
      signOut().catch(() => setSigningOut('failed'));
    });
  if (failure?.kind === 'restore') return <Navigate to={enterWithMarker(failure.marker)} replace />;
  if (profile?.marked_for_termination) return <Navigate to={enterWithMarker('RESTORE_ACCOUNT')} replace />;

  const available = profile ? sectionsOf(profile, start.anonymousEmailDomain) : [];
  // Until the account can tell, the page is outlined as the section that the address asks for.
  const section = chooseSection(search, profile ? available : sections);
  // An answer without a profile in it is none.
  const failed = !profile && (failure?.kind === 'passing' || data !== undefined);
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
          tooMany={failure?.kind === 'passing' && failure.tooMany}
          traceId={error?.traceId ?? null}
          trying={isValidating}
          onTryAgain={() => void mutate()}
        />
      )}
      {!failed && (leaving || !profile || dropMarker) && <SectionLoading section={section} />}
      {!failed && !leaving && profile && !dropMarker && (
        <Suspense fallback={<SectionLoading section={section} />}>
          {renderSection(section, profile, citizenship)}
        </Suspense>
      )}
    </ProfileLayout>
  );
}
