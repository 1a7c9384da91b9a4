import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/profile.ts';
import { loadChunk } from '../../api/load-chunk.ts';
import { shownPaymentMethod } from '../../profile/shown-payment-method.ts';
import { showLoadFailure } from '../../toasts/show-load-failure.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { ListRowBody, ListRowFrame } from '../../ui/list-row.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { useLazyDialog } from '../../ui/use-lazy-dialog.ts';
import type { PaymentDialogProps } from './change-payment-method.ts';
import { methodTitle } from './method-title.ts';
import { PaymentLogo } from './payment-logo.tsx';
import { isPayPalEnding } from './paypal-ending.ts';

const loadDialog = () =>
  loadChunk('payment-method-dialog', () =>
    import('./payment-method-dialog.tsx').then((file) => file.PaymentMethodDialog),
  );

/** The dialog that changes the payment method. The page renders it, because two buttons open it. */
export const usePaymentMethodDialog = () => useLazyDialog<PaymentDialogProps>(loadDialog);

interface PaymentMethodCardProps {
  profile: Profile;
  /** Null hides the button. */
  dialog: { readonly loading: boolean; open(): Promise<boolean> } | null;
}

/** The subscription's payment method, and the button that changes it. product.md §2 */
export function PaymentMethodCard({ profile, dialog }: PaymentMethodCardProps) {
  const { t } = useTranslation();
  const method = shownPaymentMethod(profile);
  if (!method) return null;
  const { name, translated, detail } = methodTitle(method);
  const brand = translated ? t(name === 'card' ? 'paymentMethod.card' : 'paymentMethod.billedByPartner') : name;
  return (
    <>
      {isPayPalEnding(profile) && (
        <Banner tone="warning" title={t('paymentMethod.paypalEnds')}>
          {t(method.can_edited ? 'paymentMethod.paypalEndsText' : 'paymentMethod.paypalEndsSupport')}
        </Banner>
      )}
      <Card flush>
        <ListRowFrame stack>
          <PaymentLogo method={method} />
          <ListRowBody>
            <h2 className="small muted">{t('paymentMethod.title')}</h2>
            <p className="list-row__title">{detail ? `${brand} ${detail}` : brand}</p>
          </ListRowBody>
          {method.can_edited && dialog && (
            <OnlineButton
              size="sm"
              loading={dialog.loading}
              offlineText={t('error.offlineAction')}
              onClick={() => void dialog.open().catch(showLoadFailure)}
            >
              {t('paymentMethod.change')}
            </OnlineButton>
          )}
        </ListRowFrame>
      </Card>
    </>
  );
}
