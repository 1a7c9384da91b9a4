import type { TextKey } from '../../i18n/i18n.ts';
import type { SignInError } from '../../paths.ts';

const texts = {
  ErrAccountTerminated: 'error.generic',
  ErrDevicesPerAccountLimitExceeded: 'enterMarker.deviceLimit',
  DEPRECATED_EMAIL_VERIFY: 'enterMarker.deprecatedVerify',
  SIGN_IN_FAILED: 'error.generic',
  SIGNED_OUT: 'enterMarker.signedOut',
  RESTORE_ACCOUNT: 'restore',
  AccountDeleted: 'restore',
} as const satisfies Record<SignInError, TextKey | 'restore'>;

/**
 * The text for an `error` parameter, `restore` for the restore dialog, or null. Unknown values get the generic text.
 * decisions.md §4
 */
export function readSignInError(error: string | null): TextKey | 'restore' | null {
  if (!error) return null;
  return Object.hasOwn(texts, error) ? texts[error as SignInError] : 'error.generic';
}

/** Shown as a success instead of an error. */
export const isPositive = (text: TextKey): boolean => text === 'enterMarker.deprecatedVerify';
