import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { UnknownOutcomeBanner } from '../../profile/unknown-outcome-banner.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { failureTexts, isFailure } from './failure-text.tsx';
import type { BankReturnState } from './use-bank-return.ts';

const progressTexts = {
  pending: 'paymentMethod.pending',
  running: 'paymentMethod.finishing',
  done: 'toast.paymentMethodChanged',
} as const;

interface BankReturnNoticeProps {
  state: BankReturnState;
  /** After an unknown outcome or a failure without a reason: looks it up, or saves the card again. */
  onRetry: () => void;
  /** Opens the payment dialog, after a failure with a reason. Null hides the button. */
  onChange: (() => void) | null;
}

/**
 * After the bank redirected back: the result of the change, or why it failed. Keeps the focus when a retry replaces its
 * button.
 */
export function BankReturnNotice({ onRetry, ...rest }: BankReturnNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  const retry = () => {
    notice.current?.focus();
    onRetry();
  };
  return (
    <div ref={notice} tabIndex={-1}>
      <NoticeText {...rest} onRetry={retry} />
    </div>
  );
}

function NoticeText({ state, onRetry, onChange }: BankReturnNoticeProps) {
  const { t } = useTranslation();
  if (state === 'unknown') {
    return (
      <div className="stack gap-3">
        <UnknownOutcomeBanner />
        <Button onClick={onRetry}>{t('unknownOutcome.checkAgain')}</Button>
      </div>
    );
  }
  if (!isFailure(state)) {
    return (
      <Banner tone={state === 'done' ? 'success' : 'info'} role="status">
        {t(progressTexts[state])}
      </Banner>
    );
  }
  // The bank has confirmed the card: only saving it failed.
  const [onPress, label] = state === 'failed' ? [onRetry, t('error.tryAgain')] : [onChange, t('paymentMethod.change')];
  return (
    <Banner
      tone="danger"
      role="alert"
      action={
        onPress && (
          <Button size="sm" onClick={onPress}>
            {label}
          </Button>
        )
      }
    >
      {t(failureTexts[state])}
    </Banner>
  );
}
