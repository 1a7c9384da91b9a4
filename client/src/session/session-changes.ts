import { browserStorage } from '../storage.ts';
import { sessionStore } from './session.ts';

const key = 'session-changed';
/** Until when this page knows of all changes, in epoch milliseconds. At first, when it was requested. */
let knownUntil = Date.now() - performance.now();
const readLast = () => browserStorage.read(key);
/** The last change that it knows of: its time is later if the device's clock was ahead. */
let lastKnown: string | null | undefined;

const knowAll = () => {
  knownUntil = Date.now();
  lastKnown = readLast();
};
sessionStore.subscribe(knowAll);

/** This tab begins or ends a session. A tab that is still loading or frozen, or is closed now, is told nothing else. */
export function recordSessionChange(): void {
  browserStorage.write(key, String(Date.now()));
  knowAll();
}

/** Whether another tab has begun or ended a session since, so that this page may belong to an earlier one. */
export const hasMissedSessionChange = (): boolean => readLast() !== lastKnown && Number(readLast()) > knownUntil;
