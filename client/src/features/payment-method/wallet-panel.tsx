import { useTranslation } from 'react-i18next';
import { hasPaymentIssue } from '../../profile/profile-rules.ts';
import { rememberSession } from '../../session/remember-session.ts';
import { Button } from '../../ui/button.tsx';
import { type ChangeFormProps, changePaymentMethod } from './change-payment-method.ts';
import { FailureText } from './failure-text.tsx';
import type { Wallet } from './stripe-payments.ts';
import { WalletMark } from './wallet-mark.tsx';
import './wallet-button.css';

interface WalletPanelProps extends ChangeFormProps {
  wallet: Wallet;
  name: string;
}

/** Pays by Apple Pay or Google Pay. */
export function WalletPanel({ wallet, name, payments, profile, state, onState }: WalletPanelProps) {
  const { t } = useTranslation();
  const busy = state === 'running' || state === 'suspended' || state === 'done';
  const pay = async () => {
    // Must come first: browsers open a wallet only while they handle a click.
    const opened = wallet.open();
    const isSameSession = rememberSession();
    onState('suspended');
    const paid = await opened.catch(() => 'failed' as const);
    if (paid === null) return onState('canceled');
    if (paid === 'failed') return onState(paid);
    onState(
      await changePaymentMethod({
        isSameSession,
        profile,
        payments,
        paymentMethodId: paid.paymentMethodId,
        kind: wallet.kind,
        onPrepared: (success) => {
          paid.close(success);
          onState('running');
        },
        onSuspend: (suspended) => onState(suspended ? 'suspended' : 'running'),
      }),
    );
  };
  return (
    <div className="stack gap-4">
      <p className="soft">
        <span>{t('paymentMethod.wallet', { wallet: name })}</span>{' '}
        {profile.state !== 'canceled' && (
          <span>{t(hasPaymentIssue(profile) ? 'paymentMethod.amountDueCharged' : 'paymentMethod.nothingCharged')}</span>
        )}
      </p>
      <FailureText state={state} />
      {state !== 'unknown' && (
        <div className="mt-2">
          <Button className="btn--wallet" block loading={busy} onClick={pay}>
            <span className="visually-hidden">{name}</span>
            <WalletMark kind={wallet.kind} />
          </Button>
        </div>
      )}
    </div>
  );
}
