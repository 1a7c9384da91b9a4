import type { Entry } from './catalog.ts';
import './entry-image.css';

/** A country's flag, or the first letters of a service. The catalog's images are on other sites and not loaded. */
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

/** The flags as files of this build, each loaded when it becomes visible. */
const files = import.meta.glob<string>('../../../../node_modules/country-flag-icons/3x2/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

const urls = new Map(Object.entries(files).map(([path, url]) => [path.slice(-6, -4), url]));

/** @param countryCode ISO 3166 alpha-2; null for a code without a flag */
const flagUrl = (countryCode: string): string | null => urls.get(countryCode.toUpperCase()) ?? null;
