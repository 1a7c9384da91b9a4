import { classNames } from './class-names.ts';
import './meter.css';

/** With more slots their marks would be too narrow. */
const maxSlots = 12;

/** Shows the used slots. Decorative: the numbers are beside it. */
export function Meter({ used, total }: { used: number; total: number }) {
  const full = used >= total;
  if (total > maxSlots) {
    const share = Math.min(used / total, 1);
    return (
      <span className={classNames('meter meter--bar', full && 'meter--full')} aria-hidden="true">
        <i className="is-on" style={{ inlineSize: `${share * 100}%` }} />
      </span>
    );
  }
  return (
    <span className={classNames('meter', full && 'meter--full')} aria-hidden="true">
      {Array.from({ length: total }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: slots have no other key.
        <i key={index} className={index < used ? 'is-on' : undefined} />
      ))}
    </span>
  );
}
