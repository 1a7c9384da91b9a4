// RFC 3339, section 5.6; `Date.parse` alone would take much else, each engine in its own way.
const rfc3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

// As seconds this is the year 5138, as milliseconds 3 March 1973: nothing of ours lies on the wrong side of either.
const millisecondsFrom = 100_000_000_000;

/**
 * A moment in any of its three forms: RFC 3339 text, epoch seconds, epoch milliseconds.
 * @returns null for what is missing or unreadable. decisions.md §4
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
