import { useEffect, useRef, useState } from 'react';

interface CountdownProps {
  /** Epoch milliseconds. */
  deadline: number;
  minuteDigits?: 1 | 2;
  /** Called once for each deadline. */
  onEnd?: (() => void) | undefined;
  /** Said at the end, once. */
  endedText: string;
}

/** Time left, in figures of one width. A screen reader hears the end of it and not each second. */
export function Countdown({ deadline, minuteDigits, onEnd, endedText }: CountdownProps) {
  const left = useSecondsLeft(deadline);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  const ended = left === 0;
  useEffect(() => {
    if (ended) end.current?.();
  }, [ended]);
  return (
    <>
      <span className="num" role="timer" aria-live="off">
        {formatClock(left, minuteDigits)}
      </span>
      <span className="visually-hidden" role="status">
        {ended && endedText}
      </span>
    </>
  );
}

/** Whole seconds until a deadline in epoch milliseconds, down to 0. Read from the clock, so that a tab that slept catches up. */
export function useSecondsLeft(deadline: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((deadline - now) / 1000));
  useEffect(() => {
    if (left === 0) return;
    // Until the next whole second of this countdown.
    const timer = setTimeout(() => setNow(Date.now()), ((deadline - now) % 1000) + 5);
    return () => clearTimeout(timer);
  }, [deadline, now, left]);
  // A deadline set later than the last tick must not show more than there is.
  return Math.min(left, Math.max(0, Math.ceil((deadline - Date.now()) / 1000)));
}

/** `0:07`, or with two digits for the minutes `00:07`. */
export const formatClock = (seconds: number, minuteDigits: 1 | 2 = 1): string =>
  `${String(Math.floor(seconds / 60)).padStart(minuteDigits, '0')}:${String(seconds % 60).padStart(2, '0')}`;
