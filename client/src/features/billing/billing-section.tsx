import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/profile.ts';
import { loadChunk } from '../../api/load-chunk.ts';
import { cancellationChannel } from '../../profile/biller.ts';
import { useDiscount } from '../../profile/use-discount.ts';
import { useProfilePoll } from '../../profile/use-profile.ts';
import { start } from '../../start.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useLazyDialog } from '../../ui/use-lazy-dialog.ts';
import { BillingSkeleton } from './billing-skeleton.tsx';
import { describePlan } from './describe-plan.ts';
import { DiscountOffer } from './discount-offer.tsx';
import { type PaymentDialog, PaymentIssueBanner } from './payment-issue-banner.tsx';
import type { PlanAction } from './plan-action.ts';
import { PlanActionButton } from './plan-action-button.tsx';
import { PlanOverview } from './plan-overview.tsx';
import type { PlanView } from './plan-view.ts';

const activationPollMs = 5_000;

interface BillingSectionProps {
  profile: Profile;
  /** The page was opened with a `diia_success_url`: shows no action. */
  verifying: boolean;
  /** A message above everything else. */
  notice: (view: PlanView) => ReactNode;
  paymentDialog: PaymentDialog;
  /** Blocks of other features, below the plan. */
  children: (view: PlanView) => ReactNode;
}

/** The props of every plan dialog. */
interface PlanDialogProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** The plan, the next billing event, and the plan's action. product.md §2 */
export function BillingSection({ profile, verifying, notice, paymentDialog, children }: BillingSectionProps) {
  const { t } = useTranslation();
  const { discount, waiting } = useDiscount(profile);
  const activated = useActivation(profile.subscription?.subscriptionActivationInProgress === true);
  const view = describePlan(profile, {
    anonymousEmailDomain: start.anonymousEmailDomain,
    verifying,
    now: new Date(),
  });
  const { action, issue } = view;
  const planDialog = useLazyDialog<PlanDialogProps>(() => loadPlanDialog(profile, action));
  return (
    <>
      <div className="page-head">
        <PageTitle title={t('section.BILLING')} />
      </div>
      {/* Only a free account waits for its discount. */}
      {waiting && <BillingSkeleton free />}
      {/* Hidden instead of unmounted, so that an open dialog in it survives. */}
      <div hidden={waiting}>
        <div className="stack gap-4">
          {notice(view)}
          {issue && <PaymentIssueBanner issue={issue} paymentDialog={paymentDialog} />}
          {discount && <DiscountOffer discount={discount} referral={profile.referral} />}
          <PlanOverview
            profile={profile}
            view={view}
            action={action && <PlanActionButton action={action} dialog={planDialog} />}
          />
          {children(view)}
          <p className="visually-hidden" role="status">
            {activated && t('billing.activated')}
          </p>
        </div>
      </div>
      {/* Rendered here and not by the button: after a cancellation the button is gone while the survey is open. */}
      {planDialog.Dialog && <planDialog.Dialog profile={profile} onClose={planDialog.close} />}
    </>
  );
}

/**
 * Polls the profile while a plan is being activated. Returns whether the activation completed while the page was open.
 */
function useActivation(inProgress: boolean): boolean {
  const [seen, setSeen] = useState(inProgress);
  if (inProgress && !seen) setSeen(true);
  useProfilePoll(inProgress ? activationPollMs : null, { whileHidden: false });
  return seen && !inProgress;
}

const loaders = {
  renew: () => loadChunk('renew-dialog', () => import('./renew-dialog.tsx').then((file) => file.RenewDialog)),
  cancel: () => loadChunk('cancel-dialog', () => import('./cancel-dialog.tsx').then((file) => file.CancelDialog)),
  store: () => loadChunk('store-dialog', () => import('./store-dialog.tsx').then((file) => file.StoreDialog)),
};

/** Loads the dialog that renews or cancels the plan. */
function loadPlanDialog(profile: Profile, action: PlanAction | null): Promise<ComponentType<PlanDialogProps>> {
  if (action === 'renew') return loaders.renew();
  return cancellationChannel(profile) === 'here' ? loaders.cancel() : loaders.store();
}
