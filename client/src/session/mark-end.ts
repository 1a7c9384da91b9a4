import type { EnterMarker } from '../paths.ts';

/** Why the upstream has ended a session, for the sign-in page to say. product.md §4 */
export const markEnd = ({ message }: Pick<Error, 'message'>): EnterMarker =>
  message === 'delete account' ? 'ErrAccountTerminated' : 'SIGNED_OUT';
