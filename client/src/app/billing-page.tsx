import type { Profile } from '#shared/profile.ts';
import { BillingSection } from '../features/billing/billing-section.tsx';
import { CitizenshipBlock } from '../features/citizenship/citizenship-block.tsx';
import { PaymentMethodCard } from '../features/payment-method/payment-method-card.tsx';
import type { CitizenshipReturn } from './use-citizenship-return.ts';

interface BillingPageProps {
  profile: Profile;
  citizenship: CitizenshipReturn;
}

/** The billing section with the blocks of other features. */
export const BillingPage = ({ profile, citizenship }: BillingPageProps) => (
  <BillingSection profile={profile} verifying={citizenship.successUrl !== null}>
    <PaymentMethodCard profile={profile} />
    <CitizenshipBlock profile={profile} successUrl={citizenship.successUrl} onIpad={citizenship.onIpad} />
  </BillingSection>
);
