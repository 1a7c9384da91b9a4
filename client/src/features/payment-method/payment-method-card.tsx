import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/profile.ts';
import { loadChunk } from '../../api/load-chunk.ts';
import { hasPaymentIssue } from '../../profile/profile-rules.ts';
import { showToast } from '../../toasts/toast-queue.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { ListRowBody, ListRowFrame } from '../../ui/list-row.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { useLazyDialog } from '../../ui/use-lazy-dialog.ts';
import type { PaymentDialogProps } from './change-payment-method.ts';
import { PaymentLogo } from './payment-logo.tsx';
import { isPayPalEnding, methodTitle, shownPaymentMethod } from './payment-method-rules.ts';

const loadDialog = () =>
  loadChunk('payment-method-dialog', () =>
    import('./payment-method-dialog.tsx').then((file) => file.PaymentMethodDialog),
  );

/** The subscription's payment method, and the button that changes it. product.md §2 */
export function PaymentMethodCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const { Dialog, loading, open, close } = useLazyDialog<PaymentDialogProps>(loadDialog);
  const method = shownPaymentMethod(profile);
  if (!method) return null;
  const { name, translated, detail } = methodTitle(method);
  const brand = translated ? t(name === 'card' ? 'paymentMethod.card' : 'paymentMethod.billedByPartner') : name;
  return (
    <>
      {isPayPalEnding(profile) && (
        <Banner tone="warning" title={t('paymentMethod.paypalEnds')}>
          {t('paymentMethod.paypalEndsText')}
        </Banner>
      )}
      <Card flush>
        <ListRowFrame stack>
          <PaymentLogo method={method} />
          <ListRowBody>
            <h2 className="small muted">{t('paymentMethod.title')}</h2>
            <p className="list-row__title">{detail ? `${brand} ${detail}` : brand}</p>
          </ListRowBody>
          {method.can_edited && (
            <OnlineButton
              size="sm"
              variant={hasPaymentIssue(profile) ? 'primary' : undefined}
              loading={loading}
              offlineText={t('billing.offline')}
              onClick={() => void open().catch(() => showToast('bad', 'error.generic'))}
            >
              {t('paymentMethod.change')}
            </OnlineButton>
          )}
        </ListRowFrame>
      </Card>
      {Dialog && <Dialog profile={profile} onClose={close} />}
    </>
  );
}
