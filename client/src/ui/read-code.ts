/** Digits of a one-time code. product.md §9 */
export const codeLength = 6;

const run = new RegExp(String.raw`(?<!\d)\d{${codeLength}}(?!\d)`);
// "123 456", "123-456": two halves that no further group of digits stands beside, as in a phone number.
const halves = /(?<!\d[\s.–-]?)(\d{3})[\s.–-](\d{3})(?![\s.–-]?\d)/;

/**
 * The code in whatever was typed, pasted or filled in, at most six ASCII digits: the first run of exactly six, else two
 * halves of three, else the first six digits there are. Digits of any script count.
 */
export function readCode(text: string): string {
  const plain = text.normalize('NFKC').replace(/\p{Nd}/gu, toAsciiDigit);
  const found = run.exec(plain)?.[0] ?? halves.exec(plain)?.slice(1).join('');
  return found ?? plain.replace(/\D/g, '').slice(0, codeLength);
}

/** Unicode keeps each script's ten digits together and in order, so the distance to the first neighbour that is none tells the value. */
function toAsciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((point - zero) % 10);
}
