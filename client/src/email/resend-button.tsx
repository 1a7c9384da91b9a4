import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../i18n/i18n.ts';
import { Button } from '../ui/button.tsx';
import { formatClock, useSecondsLeft } from '../ui/countdown.tsx';
import { readResendDeadline } from './resend-deadline.ts';

interface ResendButtonProps {
  /** Whose countdown, see `readResendDeadline`. */
  countdown: string;
  /** Has the mail sent, starts the countdown, and says itself what went wrong; whether it was sent. */
  send: () => Promise<boolean>;
  /** In the middle of the column instead of at its start. */
  centred?: boolean;
  /** A new email is what helps now. */
  emphasized?: boolean;
}

/** Asks for another mail, not more often than once in 59 seconds; says "sent" and "now" aloud, and not each second. product.md §4 */
export function ResendButton({ countdown, send, centred, emphasized }: ResendButtonProps) {
  const { t } = useTranslation();
  const id = useId();
  const [deadline, setDeadline] = useState(() => readResendDeadline(countdown));
  const [news, setNews] = useState<TextKey | null>(null);
  const [sending, setSending] = useState(false);
  const left = useSecondsLeft(deadline);
  const waited = useRef(left > 0);
  useEffect(() => {
    if (waited.current && left === 0) setNews('emailCode.resendReady');
    waited.current = left > 0;
  }, [left]);

  const resend = async () => {
    setSending(true);
    setNews(null);
    const sent = await send();
    setSending(false);
    if (!sent) return;
    setDeadline(readResendDeadline(countdown));
    setNews('emailCode.sent');
  };
  const waits = left > 0;
  return (
    <div className={centred ? 'center' : undefined}>
      <Button
        variant={emphasized && !waits ? 'primary' : waits ? 'quiet' : 'ghost'}
        block={emphasized === true && !waits}
        className={centred || (emphasized && !waits) ? undefined : waits ? 'btn--start' : 'btn--flush-l'}
        aria-disabled={waits}
        aria-describedby={waits ? id : undefined}
        loading={sending}
        onClick={() => void resend()}
      >
        {t(sending ? 'enter.sending' : 'emailCode.resend')}
        {/* Silent: a screen reader hears the end of the countdown, not each second of it. */}
        {waits && (
          <span className="num" role="timer" aria-live="off">
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
        {news && t(news)}
      </p>
    </div>
  );
}
