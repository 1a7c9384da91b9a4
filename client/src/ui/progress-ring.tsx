import './progress-ring.css';

/** A ring from 0 to 1. Decorative: a text stands beside it. */
export function ProgressRing({ value }: { value: number }) {
  return (
    <svg className="ring" viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="17" pathLength="1" />
      <circle className="ring__value" cx="20" cy="20" r="17" pathLength="1" strokeDasharray={`${value} 1`} />
    </svg>
  );
}
