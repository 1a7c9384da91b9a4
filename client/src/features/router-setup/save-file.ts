/** Long enough for a browser that asks first where to put a file. */
const revokeAfterMs = 60_000;

/** Hands a text to the browser as a download. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-openvpn-profile' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
}

const extension = '_config.ovpn';

/** What no system takes in a name, and what is drawn rather than written: emoji and symbols with all that belongs to them. */
const unfit = /[^\p{L}\p{M}\p{N} .,_()+@-]|\p{Variation_Selector}|\u20e3/gu;

/** Systems hide files that begin with a dot, and cut blanks off. */
const edges = /^[\s.]+|\s+$/g;

/** A name as it was typed in any script, less what cannot stand in a file's; `router` when no letter or digit is left. */
function toFileName(name: string): string {
  const plain = name.normalize('NFC').replace(unfit, '').replace(/ +/g, ' ').replace(edges, '');
  return /[\p{L}\p{N}]/u.test(plain) ? plain : 'router';
}

/** The name of a file that is downloaded again. product.md §4 */
export const fileName = (routerName: string): string => `${toFileName(routerName)}${extension}`;

/** The name of a new router's file: spaces become underscores. product.md §4 */
export const newFileName = (routerName: string): string => fileName(routerName).replaceAll(' ', '_');
