import './progress-ring.css';

/** A ring that is full at 1 and empty at 0. What it means is said in words beside it. */
export function ProgressRing({ value }: { value: number }) {
  return (
    <svg className="ring" viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="17" pathLength="1" />
      <circle className="ring__value" cx="20" cy="20" r="17" pathLength="1" strokeDasharray={`${value} 1`} />
    </svg>
  );
}
