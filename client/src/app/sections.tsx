import type { ReactNode } from 'react';
import type { Profile } from '#shared/profile.ts';
import { lazyPage } from '../api/load-chunk.ts';
import { AccountSkeleton } from '../features/account/account-skeleton.tsx';
import { BillingSkeleton } from '../features/billing/billing-skeleton.tsx';
import { hasReferralSection } from '../features/referral/referral-rules.ts';
import { type Section, sections } from '../paths.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import type { CitizenshipReturn } from './use-citizenship-return.ts';

const AccountSection = lazyPage('account-section', () =>
  import('../features/account/account-section.tsx').then((file) => file.AccountSection),
);
const BillingPage = lazyPage('billing-page', () => import('./billing-page.tsx').then((file) => file.BillingPage));

const DevicesArea = lazyPage('devices-area', () => import('./devices-area.tsx').then((file) => file.DevicesArea));
const ReferralSection = lazyPage('referral-section', () =>
  import('../features/referral/referral-section.tsx').then((file) => file.ReferralSection),
);

const renderers: Readonly<Record<Section, (profile: Profile, citizenship: CitizenshipReturn) => ReactNode>> = {
  ACCOUNT: (profile) => <AccountSection profile={profile} />,
  BILLING: (profile, citizenship) => <BillingPage profile={profile} citizenship={citizenship} />,
  DEVICES: (profile) => <DevicesArea profile={profile} />,
  REFERAL: (profile) => <ReferralSection profile={profile} />,
};

/** The sections that an account has, in order. */
export const sectionsOf = (profile: Profile, anonymousEmailDomain: string): readonly Section[] =>
  sections.filter((section) => section !== 'REFERAL' || hasReferralSection(profile, anonymousEmailDomain));

export const renderSection = (section: Section, profile: Profile, citizenship: CitizenshipReturn): ReactNode =>
  renderers[section](profile, citizenship);

/** The skeleton of a section that is loading. */
export function SectionSkeleton({ section }: { section: Section }) {
  if (section === 'ACCOUNT') return <AccountSkeleton />;
  return section === 'BILLING' ? <BillingSkeleton titled /> : <PageSkeleton />;
}
