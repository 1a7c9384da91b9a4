import type { AuthType } from '#shared/start.ts';
import { browserStorage } from '../storage.ts';

const key = 'last-sign-in-method';

/** How a user signed in. The email address is not stored: the computer may be shared. */
export type SignInMethod = 'email' | 'account-code' | AuthType;

/** This browser's last sign-in method, to name it on the sign-in page. */
export const readLastSignInMethod = (): SignInMethod | null => browserStorage.read(key) as SignInMethod | null;

export const saveLastSignInMethod = (method: SignInMethod): void => void browserStorage.write(key, method);

export const clearLastSignInMethod = (): void => browserStorage.remove(key);
