import { writeCookie } from '../cookies.ts';

/** Longer than any session. */
const unnamedSeconds = 400 * 86_400;

/** A link signs the visitor in. */
export const markAccountUnnamed = (): void => writeCookie('account_unnamed', '1', unnamedSeconds);
