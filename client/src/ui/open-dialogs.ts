import { createStore } from '../store.ts';

/**
 * How many modal dialogs are open. They lie over everything else, which no one can hear or press meanwhile. Subscribers
 * also hear when the tab is hidden or shown.
 */
export const openDialogs = createStore(0);

document.addEventListener?.('visibilitychange', () => openDialogs.set(openDialogs.get()));
