import type { Entry } from './catalogue.ts';
import { flagUrl } from './flags.ts';
import './entry-image.css';

/** A country's flag, or the first letters of a service. The catalogue's own pictures lie on other sites and are not loaded. */
export function EntryImage({ entry }: { entry: Entry }) {
  const { mode, countryCode, englishTitle } = entry;
  const flag = mode === 'COUNTRY_PICKER' && countryCode ? flagUrl(countryCode) : null;
  if (flag) return <img className="flag" src={flag} alt="" width={28} height={20} loading="lazy" />;
  return (
    <span className="stream" aria-hidden="true">
      {[...englishTitle].slice(0, 2).join('')}
    </span>
  );
}
