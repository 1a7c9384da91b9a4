import type { TextKey } from '../../i18n/texts.ts';
import type { EnterMarker } from '../../paths.ts';

const texts = {
  ErrAccountTerminated: 'error.generic',
  ErrDevicesPerAccountLimitExceeded: 'enterMarker.deviceLimit',
  DEPRECATED_EMAIL_VERIFY: 'enterMarker.deprecatedVerify',
  SIGN_IN_FAILED: 'error.generic',
  SIGNED_OUT: 'enterMarker.signedOut',
  RESTORE_ACCOUNT: 'restore',
  AccountDeleted: 'restore',
} as const satisfies Record<EnterMarker, TextKey | 'restore'>;

/** What the page does about its `error` parameter: a text, the restore dialog, or nothing. Unknown markers show the generic text. decisions.md §4 */
export function readMarker(error: string | null): TextKey | 'restore' | null {
  if (!error) return null;
  return Object.hasOwn(texts, error) ? texts[error as EnterMarker] : 'error.generic';
}

/** News rather than trouble. */
export const isGoodNews = (text: TextKey): boolean => text === 'enterMarker.deprecatedVerify';
