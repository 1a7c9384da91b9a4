/** Long enough for a browser that asks where to save a file. */
const revokeAfterMs = 60_000;

/** Downloads a text as a file. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-openvpn-profile' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
}

const extension = '_config.ovpn';

/** Characters that file systems reject, emoji and symbols. */
const unfit = /[^\p{L}\p{M}\p{N} .,_()+@-]|\p{Variation_Selector}|\u20e3/gu;

/** File systems hide a leading dot and trim spaces. */
const edges = /^[\s.]+|\s+$/g;

/** The name in any script without unsafe characters; `router` if no letter or digit is left. */
function toFileName(name: string): string {
  const plain = name.normalize('NFC').replace(unfit, '').replace(/ +/g, ' ').replace(edges, '');
  return /[\p{L}\p{N}]/u.test(plain) ? plain : 'router';
}

/** The file name of an existing router. product.md §4 */
export const fileName = (routerName: string): string => `${toFileName(routerName)}${extension}`;

/** The file name of a new router: spaces become underscores. product.md §4 */
export const newFileName = (routerName: string): string => fileName(routerName).replaceAll(' ', '_');
