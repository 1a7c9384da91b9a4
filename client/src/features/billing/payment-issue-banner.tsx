import { useTranslation } from 'react-i18next';
import { useHelpLink } from '../../i18n/use-help-link.ts';
import { storeSubscriptions } from '../../profile/biller.ts';
import { useFormatters } from '../../profile/use-formatters.ts';
import { start } from '../../start.ts';
import { showLoadFailure } from '../../toasts/show-load-failure.ts';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ExtIcon } from '../../ui/icons/ext-icon.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { PaymentIssue } from './plan-view.ts';

/** The dialog that changes the payment method. The page owns it. */
export interface PaymentDialog {
  readonly loading: boolean;
  open(): Promise<boolean>;
}

const texts = {
  changeMethod: 'billing.paymentIssue',
  appStore: 'billing.issueAppStore',
  playStore: 'billing.issuePlayStore',
  elsewhere: 'billing.issueElsewhere',
  support: 'billing.issueSupport',
  none: 'billing.issueOver',
} as const satisfies Record<PaymentIssue['remedy'], string>;

/** Where we charge, the reason is the bank's. */
const byBank: readonly PaymentIssue['remedy'][] = ['changeMethod', 'support', 'none'];

interface PaymentIssueBannerProps {
  issue: PaymentIssue;
  paymentDialog: PaymentDialog;
}

/** A failed payment: the bank's reason, the amount due, and the way to settle it. product.md §8 */
export function PaymentIssueBanner({ issue, paymentDialog }: PaymentIssueBannerProps) {
  const { t } = useTranslation();
  const { formatPrice } = useFormatters();
  const helpLink = useHelpLink();
  const { remedy, reason, amount } = issue;
  return (
    <Banner
      tone="danger"
      title={t('layout.paymentIssue')}
      links={
        <>
          <TextLink block href={helpLink}>
            {t('billing.faq')}
          </TextLink>
          <TextLink block href={start.links.support}>
            {t('error.contactSupport')}
          </TextLink>
        </>
      }
      action={<Remedy remedy={remedy} paymentDialog={paymentDialog} />}
    >
      <span>{t(texts[remedy])}</span>
      {reason && (
        <>
          <br />
          <span>{t(byBank.includes(remedy) ? 'billing.issueReason' : 'billing.issueReasonGiven', { reason })}</span>
        </>
      )}
      {amount && (
        <>
          <br />
          <span>{t('billing.amountDue', { price: formatPrice(amount) })}</span>
        </>
      )}
    </Banner>
  );
}

function Remedy({ remedy, paymentDialog }: { remedy: PaymentIssue['remedy']; paymentDialog: PaymentDialog }) {
  const { t } = useTranslation();
  if (remedy === 'changeMethod') {
    return (
      <OnlineButton
        size="sm"
        variant="primary"
        loading={paymentDialog.loading}
        offlineText={t('error.offlineAction')}
        onClick={() => void paymentDialog.open().catch(showLoadFailure)}
      >
        {t('paymentMethod.change')}
      </OnlineButton>
    );
  }
  if (remedy !== 'appStore' && remedy !== 'playStore') return null;
  return (
    <ButtonLink size="sm" href={storeSubscriptions[remedy]}>
      <span>{t(`storeBilling.${remedy}Open`)}</span>
      <ExtIcon size="sm" />
    </ButtonLink>
  );
}
