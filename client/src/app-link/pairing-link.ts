import { start } from '../start.ts';

/** What the QR code holds and the app opens: it signs a device in. decisions.md §4 */
export const pairingLink = (token: string): string =>
  `${start.appUrlSchemes[0]}://pair?${new URLSearchParams({ token })}`;
