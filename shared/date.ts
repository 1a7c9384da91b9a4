// RFC 3339, section 5.6. `Date.parse` alone accepts other formats, which differ between engines.
const rfc3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

// The year 5138 in seconds, 3 March 1973 in milliseconds: all dates of the product are between the two.
const millisecondsFrom = 100_000_000_000;

/**
 * Parses a timestamp in any of its three forms: RFC 3339 text, epoch seconds, epoch milliseconds. decisions.md §4
 * @returns null if it is missing or invalid
 */
export function readDate(value: string | number | null | undefined): Date | null {
  if (typeof value === 'number') return validDate(Math.abs(value) < millisecondsFrom ? value * 1000 : value);
  if (typeof value !== 'string' || !rfc3339.test(value)) return null;
  return validDate(Date.parse(value.toUpperCase().replace(' ', 'T')));
}

function validDate(milliseconds: number): Date | null {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date;
}
