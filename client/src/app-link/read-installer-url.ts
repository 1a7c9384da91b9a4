/**
 * The address in an answer.
 * @param encoded base64
 * @throws when it is no web address: a link of another kind would run here
 */
export function readInstallerUrl(encoded: string): string {
  const url = new URL(atob(encoded));
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('The installer has no web address');
  return url.href;
}
