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
  /** Looks again whether the method changed. */
  onCheck: () => void;
  /** Opens the payment dialog. Null hides the button. */
  onRetry: (() => void) | null;
}

/**
 * After the bank redirected back: the result of the change, or why it failed. Keeps the focus when a check replaces its
 * button.
 */
export function BankReturnNotice({ onCheck, ...rest }: BankReturnNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  const check = () => {
    notice.current?.focus();
    onCheck();
  };
  return (
    <div ref={notice} tabIndex={-1}>
      <NoticeText {...rest} onCheck={check} />
    </div>
  );
}

function NoticeText({ state, onCheck, onRetry }: BankReturnNoticeProps) {
  const { t } = useTranslation();
  if (state === 'unknown') {
    return (
      <div className="stack gap-3">
        <UnknownOutcomeBanner />
        <Button onClick={onCheck}>{t('unknownOutcome.checkAgain')}</Button>
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
  return (
    <Banner
      tone="danger"
      role="alert"
      action={
        onRetry && (
          <Button size="sm" onClick={onRetry}>
            {t('paymentMethod.change')}
          </Button>
        )
      }
    >
      {t(failureTexts[state])}
    </Banner>
  );
}
