/** The maximum length of a device name. product.md §5 */
export const maxNameLength = 50;

const graphemes = new Intl.Segmenter();

/** Truncates to 50 code points, as the upstream counts, without splitting a grapheme. */
export function truncateName(text: string): string {
  let result = '';
  let length = 0;
  for (const { segment } of graphemes.segment(text)) {
    length += [...segment].length;
    if (length > maxNameLength) break;
    result += segment;
  }
  return result;
}

/** Whether one of the names is the same to a reader. */
export function isNameTaken(name: string, names: readonly string[]): boolean {
  const fold = (text: string) => text.normalize('NFKC').trim().toLowerCase();
  return names.some((other) => fold(other) === fold(name));
}

/** "Router N" with the lowest unused number. product.md §4 */
export function nextRouterName(names: readonly string[], writeName: (number: number) => string): string {
  for (let number = 1; ; number += 1) {
    const name = writeName(number);
    if (!isNameTaken(name, names)) return name;
  }
}
