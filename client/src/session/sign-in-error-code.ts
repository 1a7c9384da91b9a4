/** The values of the sign-in page's `error` parameter. decisions.md §4 */
export type SignInErrorCode =
  | 'RESTORE_ACCOUNT'
  | 'AccountDeleted'
  | 'ErrAccountTerminated'
  | 'ErrDevicesPerAccountLimitExceeded'
  | 'DEPRECATED_EMAIL_VERIFY'
  | 'SIGN_IN_FAILED'
  | 'SIGNED_OUT'
  | 'OAUTH_CANCELLED'
  | 'access_denied';
