import { readSession } from './session.ts';

/** Remembers the session. The result says whether the page still has it: what it began for one account stops there. */
export function rememberSession(): () => boolean {
  const { generation } = readSession();
  return () => readSession().generation === generation;
}
