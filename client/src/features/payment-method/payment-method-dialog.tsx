import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnknownOutcomeBanner } from '../../profile/unknown-outcome-banner.tsx';
import { refetchProfile } from '../../profile/use-profile.ts';
import { useToastIfLeft } from '../../profile/use-toast-if-left.ts';
import { hasSent, isOutcomePending, recheckWrite } from '../../profile/verified-write.ts';
import { saveNextToast, showToast } from '../../toasts/toast-queue.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { ProgressToast } from '../../ui/progress-toast.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useIsMounted } from '../../ui/use-is-mounted.ts';
import { CardForm } from './card-form.tsx';
import { type ChangeState, changeName, type PaymentDialogProps } from './change-payment-method.ts';
import { failureTexts, isFailure } from './failure-text.tsx';
import { useStripePayments } from './use-stripe-payments.ts';
import { WalletPanel } from './wallet-panel.tsx';
import './payment-method-dialog.css';

/** In a toast, where no form says what has failed. */
const textsIfLeft = { ...failureTexts, failed: 'toast.paymentMethodFailed' } as const;

const walletNames = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' } as const;

/** Changes the subscription's card or wallet. Success reloads the page. product.md §4 */
export function PaymentMethodDialog({ profile, onClose }: PaymentDialogProps) {
  const { t } = useTranslation();
  const { state: loaded, retry, block } = useStripePayments(profile.subscription?.price ?? null);
  const [tab, setTab] = useState<'card' | keyof typeof walletNames>('card');
  const [state, setState] = useState<ChangeState>(() => (isOutcomePending(changeName(profile)) ? 'unknown' : 'idle'));
  const busy = state === 'running' || state === 'suspended' || state === 'done';

  const isMounted = useIsMounted();
  const prepareToast = useToastIfLeft();
  // The session that opened the dialog: the forms change nothing in another one.
  const [toastIfLeft] = useState(prepareToast);
  const settle = (next: ChangeState) => {
    setState(next);
    if (next === 'unknown') toastIfLeft('toast.planChangeUnknown');
    else if (next !== 'canceled' && isFailure(next)) toastIfLeft(textsIfLeft[next]);
    if (next !== 'done') return;
    // The user has left: a reload would lose what they are doing.
    if (!isMounted()) {
      showToast('ok', 'toast.paymentMethodChanged');
      void refetchProfile().catch(() => undefined);
      return;
    }
    saveNextToast('paymentMethodChanged');
    location.reload();
  };
  const check = async () => {
    setState('running');
    const { kind } = await recheckWrite(changeName(profile));
    // What another page has saved may be what the profile shows by now.
    settle(kind === 'failed' && !hasSent(changeName(profile)) ? 'idle' : kind);
  };
  return (
    <>
      <Dialog
        title={t('paymentMethod.change')}
        closeLabel={t('dialog.close')}
        onClose={onClose}
        busy={busy}
        suspended={state === 'suspended'}
      >
        {loaded === 'loading' && (
          <p className="row gap-3 mt-4" role="status">
            <Spinner />
            <span>{t('paymentMethod.loading')}</span>
          </p>
        )}
        {loaded === 'blocked' && <ProviderBlocked onRetry={retry} />}
        {typeof loaded === 'object' && (
          <div className="payment-tabs mt-4">
            <Tabs
              label={t('paymentMethod.title')}
              tabs={[
                { id: 'card', label: t('paymentMethod.card') },
                ...loaded.wallets.map(({ kind }) => ({ id: kind, label: walletNames[kind] })),
              ]}
              selected={tab}
              onSelect={(id) => {
                if (busy) return;
                setTab(id);
                if (state !== 'unknown') setState('idle');
              }}
            >
              <div className="mt-6">
                {loaded.wallets
                  .filter(({ kind }) => kind === tab)
                  .map((wallet) => (
                    <WalletPanel
                      key={wallet.kind}
                      name={walletNames[wallet.kind]}
                      wallet={wallet}
                      payments={loaded.payments}
                      profile={profile}
                      state={state}
                      onState={settle}
                    />
                  ))}
                {tab === 'card' && (
                  <CardForm
                    payments={loaded.payments}
                    profile={profile}
                    state={state}
                    onState={settle}
                    onBlocked={block}
                  />
                )}
              </div>
            </Tabs>
          </div>
        )}
        {state === 'unknown' && (
          <div className="stack gap-3 mt-4">
            <UnknownOutcomeBanner />
            <Button onClick={check} ref={focusOnMount}>
              {t('unknownOutcome.checkAgain')}
            </Button>
          </div>
        )}
      </Dialog>
      <ProgressToast>{state === 'suspended' && t('paymentMethod.confirming')}</ProgressToast>
    </>
  );
}

/** Usually a content blocker: says so, and offers a retry. */
function ProviderBlocked({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="mt-4">
      <Banner
        tone="warning"
        role="alert"
        title={t('paymentMethod.blocked')}
        action={
          <Button size="sm" onClick={onRetry}>
            {t('error.tryAgain')}
          </Button>
        }
      >
        {t('paymentMethod.blockedText')}
      </Banner>
    </div>
  );
}
