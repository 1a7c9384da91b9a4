/** The beginning of a day in the visitor's time zone, in epoch milliseconds. */
export const startOfDay = (date: Date): number => new Date(date).setHours(0, 0, 0, 0);

/** Texts name days, not times, so today is not past. */
export const isPast = (date: Date | null, now: Date): boolean => date !== null && date.getTime() < startOfDay(now);

/** Texts name days, not times, so today is not in the future. */
export const isFuture = (date: Date | null, now: Date): boolean => date !== null && startOfDay(date) > startOfDay(now);
