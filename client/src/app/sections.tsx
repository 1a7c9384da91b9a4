import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { Profile } from '#shared/profile.ts';
import { lazyPart } from '../api/load-chunk.ts';
import { AccountSkeleton } from '../features/account/account-skeleton.tsx';
import { BillingSkeleton } from '../features/billing/billing-skeleton.tsx';
import { type Section, sections } from '../paths.ts';
import { readDevicesTarget } from '../profile/devices-url.ts';
import { hasReferralSection } from '../profile/referral-access.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { SectionHeading } from './section-heading.tsx';
import type { CitizenshipReturn } from './use-citizenship-return.ts';

const AccountSection = lazyPart(
  'account-section',
  () => import('../features/account/account-section.tsx').then((file) => file.AccountSection),
  <SectionSkeleton section="ACCOUNT" />,
);
const BillingArea = lazyPart(
  'billing-area',
  () => import('./billing-area.tsx').then((file) => file.BillingArea),
  <SectionSkeleton section="BILLING" />,
);
const DevicesArea = lazyPart(
  'devices-area',
  () => import('./devices-area.tsx').then((file) => file.DevicesArea),
  <SectionSkeleton section="DEVICES" />,
);
const ReferralSection = lazyPart(
  'referral-section',
  () => import('../features/referral/referral-section.tsx').then((file) => file.ReferralSection),
  <SectionSkeleton section="REFERAL" />,
);

const renderers: Readonly<Record<Section, (profile: Profile, citizenship: CitizenshipReturn) => ReactNode>> = {
  ACCOUNT: (profile) => <AccountSection profile={profile} />,
  BILLING: (profile, citizenship) => <BillingArea profile={profile} citizenship={citizenship} />,
  DEVICES: (profile) => <DevicesArea profile={profile} />,
  REFERAL: (profile) => <ReferralSection profile={profile} />,
};

/** The sections that an account has, in order. */
export const sectionsOf = (profile: Profile, anonymousEmailDomain: string): readonly Section[] =>
  sections.filter((section) => section !== 'REFERAL' || hasReferralSection(profile, anonymousEmailDomain));

export const renderSection = (section: Section, profile: Profile, citizenship: CitizenshipReturn): ReactNode =>
  renderers[section](profile, citizenship);

const skeletons: Readonly<Record<Section, ReactNode>> = {
  ACCOUNT: <AccountSkeleton />,
  BILLING: <BillingSkeleton />,
  DEVICES: <PageSkeleton />,
  REFERAL: <PageSkeleton />,
};

/** The heading and skeleton of a section that is loading. */
export function SectionSkeleton({ section }: { section: Section }) {
  const { search } = useLocation();
  // A router screen has another heading, which depends on the router.
  if (section === 'DEVICES' && readDevicesTarget(search).kind === 'router') return <PageSkeleton titled />;
  return (
    <>
      <SectionHeading section={section} />
      {skeletons[section]}
    </>
  );
}
