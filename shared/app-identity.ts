/** The product's sites; a site's identity ends in one of these. product.md §9, decisions.md §4 */
const webHosts = ['main', 'account', 'order', 'affiliate', 'trials', 'influencer'];
const appPlatforms = ['ios', 'android', 'macos', 'windows'];

/**
 * Whether the identity belongs to one of the product's sites.
 * @param own this site's identity, e.g. `skerry.site.account`; the other sites differ only in the last part
 */
export function isWebIdentity(identity: string, own: string): boolean {
  const prefix = own.slice(0, own.lastIndexOf('.') + 1);
  return webHosts.some((host) => identity === prefix + host);
}

/**
 * Whether an identity may be stored: only our sites and platform names, which contain no token. decisions.md §3,
 * Cookies
 */
export const isKnownIdentity = (identity: string, own: string): boolean =>
  isWebIdentity(identity, own) || appPlatforms.includes(identity);

/** Whether the identity belongs to a mobile app. product.md §4 */
export const isMobileIdentity = (identity: string): boolean => /ios|android/i.test(identity);
