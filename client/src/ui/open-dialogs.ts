import { createStore } from '../store.ts';

/** How many modal dialogs are open. They lie over everything else, which no one can hear or press meanwhile. */
export const openDialogs = createStore(0);
