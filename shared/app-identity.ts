/** The hosts of the product's sites; each site's identity ends in its own. product.md §9, decisions.md §4 */
const webHosts = ['main', 'account', 'order', 'affiliate', 'trials', 'influencer'];
const appPlatforms = ['ios', 'android', 'macos', 'windows'];

/**
 * Whether the identity is that of a site of the product.
 * @param own the identity of this site, such as `skerry.site.account`: the others differ in the last part
 */
export function isWebIdentity(identity: string, own: string): boolean {
  const prefix = own.slice(0, own.lastIndexOf('.') + 1);
  return webHosts.some((host) => identity === prefix + host);
}

/** Whether an identity may be kept: a site of ours or the bare name of a platform, so never one that carries a token. decisions.md §3 */
export const isKnownIdentity = (identity: string, own: string): boolean =>
  isWebIdentity(identity, own) || appPlatforms.includes(identity);

/** Whether the identity names a phone's app. product.md §4 */
export const isMobileIdentity = (identity: string): boolean => /ios|android/i.test(identity);

/**
 * The permanent token in the payment page's identity, `a|b|<permanent token>`.
 * @param decoded the identity after base64 decoding
 * @returns null unless there are three parts and the third is not empty. product.md §4
 */
export function readPaymentToken(decoded: string): string | null {
  const parts = decoded.split('|');
  return (parts.length === 3 && parts[2]) || null;
}
