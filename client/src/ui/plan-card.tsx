import type { ReactNode } from 'react';
import './plan-card.css';

interface PlanCardProps {
  name: string;
  badge?: ReactNode;
  /** At most two. */
  facts: readonly { readonly label: string; readonly value: ReactNode }[];
  /** One sentence about the next event. */
  note?: ReactNode;
  /** At most one. */
  action?: ReactNode;
}

/** The plan card: name, badge, facts, one action. */
export function PlanCard({ name, badge, facts, note, action }: PlanCardProps) {
  return (
    <section className="plan" aria-label={name}>
      <div className="plan__bg" aria-hidden="true">
        <div className="plan__chart" />
        <svg className="plan__light" viewBox="344 121 28 37" aria-hidden="true">
          <path d="M352 150c-3-7 2-16 13-23-1 13-5 21-13 23Z" fill="#F4B44E" />
          <path d="m352 142.5 1.8 5.7 5.7 1.8-5.7 1.8-1.8 5.7-1.8-5.7-5.7-1.8 5.7-1.8Z" fill="#F0F7F7" />
        </svg>
      </div>
      <div className="row row--wrap row--between gap-2">
        <h2 className="plan__name">{name}</h2>
        {badge}
      </div>
      {facts.length > 0 && (
        <dl className="plan__facts">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt className="plan__label">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {note && <p className="plan__note">{note}</p>}
      {action && <div className="plan__foot">{action}</div>}
    </section>
  );
}

/** An infinity sign in place of a date; the fonts do not contain it. */
export const Unlimited = ({ label }: { label: string }) => (
  <svg className="infinity" viewBox="0 0 32 16" role="img" aria-label={label}>
    <path d="M16 8c-3-4-5.2-5.5-8-5.5a5.5 5.5 0 0 0 0 11C10.8 13.5 13 12 16 8Zm0 0c3-4 5.2-5.5 8-5.5a5.5 5.5 0 0 1 0 11c-2.8 0-5-1.5-8-5.5Z" />
  </svg>
);
