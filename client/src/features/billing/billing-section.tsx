import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/profile.ts';
import { loadChunk } from '../../api/load-chunk.ts';
import { cancellationChannel } from '../../profile/biller.ts';
import { hasPaymentIssue } from '../../profile/profile-rules.ts';
import { useDiscount } from '../../profile/use-discount.ts';
import { start } from '../../start.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useLazyDialog } from '../../ui/use-lazy-dialog.ts';
import { BillingSkeleton } from './billing-skeleton.tsx';
import { DiscountOffer } from './discount-offer.tsx';
import { PaymentIssueBanner } from './payment-issue-banner.tsx';
import { PlanActionButton } from './plan-action-button.tsx';
import { PlanOverview } from './plan-overview.tsx';
import { type PlanAction, planAction } from './plan-rules.ts';
import { useActivationPoll } from './use-activation-poll.ts';

interface BillingSectionProps {
  profile: Profile;
  /** The page was opened with a `diia_success_url`: no call to action. */
  verifying: boolean;
  /** What other features add below the plan. */
  children: ReactNode;
}

/** The props of every dialog about the plan. */
interface PlanDialogProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** The plan, what happens next and what can be done about it. product.md §2 */
export function BillingSection({ profile, verifying, children }: BillingSectionProps) {
  const { t } = useTranslation();
  const { discount, waiting } = useDiscount(profile);
  const activated = useActivationPoll(profile.subscription?.subscriptionActivationInProgress === true);
  const action = planAction(profile, { anonymousEmailDomain: start.anonymousEmailDomain, verifying });
  const planDialog = useLazyDialog<PlanDialogProps>(() => loadPlanDialog(profile, action));
  return (
    <>
      <div className="page-head">
        <PageTitle title={t('section.BILLING')} />
      </div>
      {/* Only a free account waits, for its discount. */}
      {waiting && <BillingSkeleton free />}
      {/* Hidden and not left out: a dialog in it must survive whatever the profile becomes. */}
      <div hidden={waiting}>
        <div className="stack gap-4">
          {hasPaymentIssue(profile) && <PaymentIssueBanner />}
          {discount && <DiscountOffer discount={discount} />}
          <PlanOverview profile={profile} action={action && <PlanActionButton action={action} dialog={planDialog} />} />
          {children}
          <p className="visually-hidden" role="status">
            {activated && t('billing.activated')}
          </p>
        </div>
      </div>
      {/* Not the button's own: a plan that is cancelled may have no action, and the survey is still open. */}
      {planDialog.Dialog && <planDialog.Dialog profile={profile} onClose={planDialog.close} />}
    </>
  );
}

const loaders = {
  renew: () => loadChunk('renew-dialog', () => import('./renew-dialog.tsx').then((file) => file.RenewDialog)),
  cancel: () => loadChunk('cancel-dialog', () => import('./cancel-dialog.tsx').then((file) => file.CancelDialog)),
  store: () => loadChunk('store-dialog', () => import('./store-dialog.tsx').then((file) => file.StoreDialog)),
};

/** Fetches the dialog that asks before a plan goes on or ends. */
function loadPlanDialog(profile: Profile, action: PlanAction | null): Promise<ComponentType<PlanDialogProps>> {
  if (action === 'renew') return loaders.renew();
  return cancellationChannel(profile) === 'here' ? loaders.cancel() : loaders.store();
}
