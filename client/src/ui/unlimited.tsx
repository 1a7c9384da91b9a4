import './plan-card.css';

/** The infinity sign where a date would stand: the fonts do not have it. */
export const Unlimited = ({ label }: { label: string }) => (
  <svg className="infinity" viewBox="0 0 32 16" role="img" aria-label={label}>
    <path d="M16 8c-3-4-5.2-5.5-8-5.5a5.5 5.5 0 0 0 0 11C10.8 13.5 13 12 16 8Zm0 0c3-4 5.2-5.5 8-5.5a5.5 5.5 0 0 1 0 11c-2.8 0-5-1.5-8-5.5Z" />
  </svg>
);
