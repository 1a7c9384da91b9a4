import { useEffect, useRef, useState } from 'react';

interface CountdownProps {
  /** Epoch milliseconds. */
  deadline: number;
  minuteDigits?: 1 | 2;
  /** Called once per deadline. */
  onEnd?: (() => void) | undefined;
  /** Announced once, at the end. */
  endedText: string;
}

/** The time left. Screen readers announce only its end. */
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

/**
 * Seconds until a deadline in epoch milliseconds, at least 0. Computed from the clock, so that a tab that slept catches
 * up.
 */
export function useSecondsLeft(deadline: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((deadline - now) / 1000));
  useEffect(() => {
    if (left === 0) return;
    // Until the next full second.
    const timer = setTimeout(() => setNow(Date.now()), ((deadline - now) % 1000) + 5);
    return () => clearTimeout(timer);
  }, [deadline, now, left]);
  // Never shows more time than is left when the deadline changed after the last tick.
  return Math.min(left, Math.max(0, Math.ceil((deadline - Date.now()) / 1000)));
}

/** `0:07`, or `00:07` with two digits for the minutes. */
export const formatClock = (seconds: number, minuteDigits: 1 | 2 = 1): string =>
  `${String(Math.floor(seconds / 60)).padStart(minuteDigits, '0')}:${String(seconds % 60).padStart(2, '0')}`;
