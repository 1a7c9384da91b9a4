import { showToast } from './toast-queue.ts';

/** Says that a dialog's code failed to load. The page stays as it is. */
export const showLoadFailure = (): void => showToast('bad', 'error.tryLater');
