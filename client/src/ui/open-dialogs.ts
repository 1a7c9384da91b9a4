import { createStore } from '../store.ts';

/**
 * How many modal dialogs are open. They cover everything else, which cannot be heard or pressed meanwhile. Subscribers
 * are also told when the tab is hidden or shown.
 */
export const openDialogs = createStore(0);

document.addEventListener?.('visibilitychange', () => openDialogs.set(openDialogs.get()));
