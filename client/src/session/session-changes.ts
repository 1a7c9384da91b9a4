import { browserStorage } from '../storage.ts';
import { sessionStore, sessionTag } from './session.ts';

const key = 'session-changed';
/** When the session of this browser last began or ended, by the device's clock; null if it never did. */
export const readSessionChange = (): string | null => browserStorage.read(key);

/** Names the session; without a tag, by the last sign-in or sign-out before, even if that failed. */
export const nameSession = (): string => String(sessionTag.get() ?? readSessionChange());

const requestedAt = Date.now() - performance.now();
/** The last change that this page knows of; null if there was none before the page was requested. */
let known = Number(readSessionChange()) > requestedAt ? null : readSessionChange();

/** This page knows of all changes. */
export const knowSessionChanges = (): void => {
  known = readSessionChange();
};
sessionStore.subscribe(knowSessionChanges);

/** This tab begins or ends a session. A tab that is still loading or frozen, or is closed now, is told nothing else. */
export function recordSessionChange(): void {
  browserStorage.write(key, String(Date.now()));
  knowSessionChanges();
}

/** Whether another tab has begun or ended a session since, so that this page may belong to an earlier one. */
export const hasMissedSessionChange = (): boolean => readSessionChange() !== known;
