import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProblemText } from '../api/describe-problem.ts';
import { ProblemBanner } from '../api/problem-banner.tsx';
import type { TextKey } from '../i18n/i18n.ts';
import { Button } from '../ui/button.tsx';
import { formatClock, useSecondsLeft } from '../ui/countdown.tsx';
import { readResendDeadline } from './resend-deadline.ts';

interface ResendButtonProps {
  /** The key of the countdown, see `readResendDeadline`. */
  countdown: string;
  /** Sends the email, starts the countdown and shows its own errors. Resolves to whether it was sent. */
  send: () => Promise<boolean>;
  /** Why the last email was not sent. Sent again when the network is back, if the browser was offline. */
  problem: ProblemText | null;
  /** Centers the button. */
  centered?: boolean;
  /** Makes the button prominent: the user needs a new email. */
  emphasized?: boolean;
}

/** Resends an email, at most every 59 seconds. Announces "sent" and "ready", but not each second. product.md §4 */
export function ResendButton({ countdown, send, problem, centered, emphasized }: ResendButtonProps) {
  const { t } = useTranslation();
  const id = useId();
  const [announcement, setAnnouncement] = useState<TextKey | null>(null);
  const [sending, setSending] = useState(false);
  const left = useSecondsLeft(readResendDeadline(countdown));
  const waited = useRef(left > 0);
  useEffect(() => {
    if (waited.current && left === 0) setAnnouncement('emailCode.resendReady');
    waited.current = left > 0;
  }, [left]);

  const resend = async () => {
    setSending(true);
    setAnnouncement(null);
    const sent = await send();
    setSending(false);
    if (!sent) return;
    setAnnouncement('emailCode.sent');
  };
  const waits = left > 0;
  return (
    <>
      <ProblemBanner problem={problem} onOnline={() => void resend()} />
      <div className={centered ? 'center' : undefined}>
        <Button
          variant={emphasized && !waits ? 'primary' : waits ? 'quiet' : 'ghost'}
          block={emphasized === true && !waits}
          className={centered || (emphasized && !waits) ? undefined : waits ? 'btn--start' : 'btn--flush-l'}
          aria-disabled={waits}
          aria-describedby={waits ? id : undefined}
          loading={sending}
          onClick={() => void resend()}
        >
          <span>{t(sending ? 'enter.sending' : 'emailCode.resend')}</span>
          {/* Not part of the button's name, which Firefox would announce every second. */}
          {waits && (
            <span className="num" aria-hidden="true">
              {formatClock(left)}
            </span>
          )}
        </Button>
        {waits && (
          <span className="visually-hidden" id={id}>
            {t('emailCode.resendWait')}
          </span>
        )}
        <p className="small muted mt-2">{t('emailCode.checkSpam')}</p>
        <p className="visually-hidden" role="status">
          {announcement && t(announcement)}
        </p>
      </div>
    </>
  );
}
