import { readPaymentToken } from '#shared/app-identity.ts';

/**
 * Decodes the permanent token in the `app-identity` parameter; null when it is malformed. decisions.md §4
 * @param identity base64 of `a|b|<permanent token>`
 */
export function readAppIdentity(identity: string): string | null {
  try {
    // An unencoded plus arrives as a space; some senders use base64url.
    return readPaymentToken(atob(identity.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}
