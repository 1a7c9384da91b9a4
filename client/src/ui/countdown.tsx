import { useEffect, useRef } from 'react';
import { formatClock, useSecondsLeft } from './use-seconds-left.ts';

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
