/** Replaces dates, which differ from day to day. */
export const maskDates = (text: string): string =>
  text.replace(/\d{1,2} \p{L}+ 20\d\d|\p{L}+ \d{1,2}, 20\d\d/gu, 'DATE');
