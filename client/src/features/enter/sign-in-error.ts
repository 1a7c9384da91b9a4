import type { TextKey } from '../../i18n/i18n.ts';
import type { SignInError } from '../../paths.ts';

/** What a page shows for an `error` parameter. */
export interface SignInErrorText {
  readonly text: TextKey;
  readonly tone: 'danger' | 'info' | 'success';
}

const generic: SignInErrorText = { text: 'error.tryLater', tone: 'danger' };
const cancelled: SignInErrorText = { text: 'enterMarker.cancelled', tone: 'info' };

const texts: Readonly<Record<SignInError, SignInErrorText | 'restore'>> = {
  ErrAccountTerminated: generic,
  ErrDevicesPerAccountLimitExceeded: { text: 'enterMarker.deviceLimit', tone: 'danger' },
  DEPRECATED_EMAIL_VERIFY: { text: 'enterMarker.deprecatedVerify', tone: 'success' },
  SIGN_IN_FAILED: generic,
  SIGNED_OUT: { text: 'enterMarker.signedOut', tone: 'danger' },
  // What the OAuth redirect says when the visitor cancels at the provider; both spellings exist.
  OAUTH_CANCELLED: cancelled,
  access_denied: cancelled,
  RESTORE_ACCOUNT: 'restore',
  AccountDeleted: 'restore',
};

/**
 * The text for an `error` parameter, `restore` for the restore dialog, or null. Unknown values get the generic text.
 * decisions.md §4
 */
export function readSignInError(error: string | null | undefined): SignInErrorText | 'restore' | null {
  if (!error) return null;
  return Object.hasOwn(texts, error) ? texts[error as SignInError] : generic;
}
