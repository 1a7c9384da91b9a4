import type { TextKey } from '../../i18n/i18n.ts';
import type { SignInErrorCode } from '../../session/sign-in-error-code.ts';

/** What a page shows for an `error` parameter. */
export interface SignInErrorText {
  readonly text: TextKey;
  readonly tone: 'danger' | 'info' | 'success';
}

const generic: SignInErrorText = { text: 'error.tryLater', tone: 'danger' };
const canceled: SignInErrorText = { text: 'signInError.canceled', tone: 'info' };

const texts: Readonly<Record<SignInErrorCode, SignInErrorText | 'restore'>> = {
  ErrAccountTerminated: generic,
  ErrDevicesPerAccountLimitExceeded: { text: 'signInError.deviceLimit', tone: 'danger' },
  DEPRECATED_EMAIL_VERIFY: { text: 'signInError.deprecatedVerify', tone: 'success' },
  SIGN_IN_FAILED: generic,
  SIGNED_OUT: { text: 'signInError.signedOut', tone: 'danger' },
  // What the OAuth redirect says when the visitor cancels at the provider; both spellings exist.
  OAUTH_CANCELLED: canceled,
  access_denied: canceled,
  RESTORE_ACCOUNT: 'restore',
  AccountDeleted: 'restore',
};

/**
 * The text for an `error` parameter, `restore` for the restore dialog, or null. Unknown values get the generic text.
 * decisions.md §4
 */
export function readSignInError(error: string | null | undefined): SignInErrorText | 'restore' | null {
  if (!error) return null;
  return Object.hasOwn(texts, error) ? texts[error as SignInErrorCode] : generic;
}
