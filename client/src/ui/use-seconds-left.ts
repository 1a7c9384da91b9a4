import { useEffect, useState } from 'react';

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
