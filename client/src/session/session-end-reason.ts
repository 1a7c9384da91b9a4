import type { SignInErrorCode } from './sign-in-error-code.ts';

/**
 * Why the gateway ended the session: the `error` parameter of the sign-in page, whose texts are in
 * features/enter/sign-in-error.ts. product.md §4
 * @param problem the response that ended it
 */
export const sessionEndReason = ({ message }: Pick<Error, 'message'>): SignInErrorCode =>
  message === 'delete account' ? 'ErrAccountTerminated' : 'SIGNED_OUT';
