import type { Profile } from '#shared/profile.ts';
import { BillingSection } from '../features/billing/billing-section.tsx';
import type { PlanView } from '../features/billing/plan-view.ts';
import { CitizenshipBlock } from '../features/citizenship/citizenship-block.tsx';
import { BankReturnNotice } from '../features/payment-method/bank-return-notice.tsx';
import { isFailure } from '../features/payment-method/failure-text.tsx';
import { PaymentMethodCard, usePaymentMethodDialog } from '../features/payment-method/payment-method-card.tsx';
import { useBankReturn } from '../features/payment-method/use-bank-return.ts';
import { shownPaymentMethod } from '../profile/shown-payment-method.ts';
import { showLoadFailure } from '../toasts/show-load-failure.ts';
import type { CitizenshipReturn } from './use-citizenship-return.ts';

interface BillingAreaProps {
  profile: Profile;
  citizenship: CitizenshipReturn;
}

/** The billing section with the blocks of other features. */
export function BillingArea({ profile, citizenship }: BillingAreaProps) {
  const dialog = usePaymentMethodDialog();
  const bankReturn = useBankReturn(profile);
  const openDialog = () => void dialog.open().catch(showLoadFailure);
  const editable = shownPaymentMethod(profile)?.can_edited === true;
  /** Where the only button is that changes the payment method. */
  const buttonPlace = ({ issue }: PlanView) => {
    if (issue?.remedy === 'changeMethod') return 'issue';
    return editable && bankReturn && isFailure(bankReturn.state) && bankReturn.state !== 'failed' ? 'notice' : 'card';
  };
  return (
    <>
      <BillingSection
        profile={profile}
        verifying={citizenship.successUrl !== null}
        notice={(view) =>
          bankReturn && (
            <BankReturnNotice
              state={bankReturn.state}
              onRetry={bankReturn.retry}
              onChange={buttonPlace(view) === 'notice' ? openDialog : null}
            />
          )
        }
        paymentDialog={dialog}
      >
        {(view) => (
          <>
            <PaymentMethodCard profile={profile} dialog={buttonPlace(view) === 'card' ? dialog : null} />
            <CitizenshipBlock profile={profile} successUrl={citizenship.successUrl} onIpad={citizenship.onIpad} />
          </>
        )}
      </BillingSection>
      {dialog.Dialog && <dialog.Dialog profile={profile} onClose={dialog.close} />}
    </>
  );
}
