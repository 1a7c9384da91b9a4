/** Characters of a device name, at most. product.md §5 */
export const nameLimit = 50;

const graphemes = new Intl.Segmenter();

/** At most 50 characters as the upstream counts them, code points, without cutting one that is drawn as a whole. */
export function limitName(text: string): string {
  let kept = '';
  let length = 0;
  for (const { segment } of graphemes.segment(text)) {
    length += [...segment].length;
    if (length > nameLimit) break;
    kept += segment;
  }
  return kept;
}

/** 'Router N' with the first number from 1 that no device has. product.md §4 */
export function nextRouterName(names: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const name = `Router ${number}`;
    if (!names.includes(name)) return name;
  }
}
