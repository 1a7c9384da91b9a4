import { browserStorage } from '../storage.ts';
import { sessionStore } from './session.ts';

const key = 'session-changed';
/** Until when this page knows of all changes, in epoch milliseconds. At first, when it was requested. */
let knownUntil = Date.now() - performance.now();

sessionStore.subscribe(() => {
  knownUntil = Date.now();
});

/** This tab begins or ends a session. A tab that is still loading or frozen, or is closed now, is told nothing else. */
export function recordSessionChange(): void {
  knownUntil = Date.now();
  browserStorage.write(key, String(knownUntil));
}

/** Whether another tab has begun or ended a session since, so that this page may belong to an earlier one. */
export const hasMissedSessionChange = (): boolean => Number(browserStorage.read(key)) > knownUntil;
