/** Where the drawings of the flags are: files of this build, each fetched when its country comes into sight. */
const files = import.meta.glob<string>('../../../../node_modules/country-flag-icons/3x2/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

const urls = new Map(Object.entries(files).map(([path, url]) => [path.slice(-6, -4), url]));

/** @param countryCode ISO 3166 alpha-2; null for a code without a flag */
export const flagUrl = (countryCode: string): string | null => urls.get(countryCode.toUpperCase()) ?? null;
