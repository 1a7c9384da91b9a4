import { showToast, type Toast } from './toast-queue.ts';

const key = 'next-toast';

/** The toasts that may wait for the next load of a page; anything else under the key is ignored. */
const waitingToasts = {
  deviceDeleted: ['ok', 'toast.deviceDeleted'],
  emailChanged: ['ok', 'toast.emailChanged'],
  paymentMethodChanged: ['ok', 'toast.paymentMethodChanged'],
  renewed: ['ok', 'toast.renewed'],
} as const satisfies Record<string, readonly [Toast['kind'], Toast['text']]>;

export type WaitingToast = keyof typeof waitingToasts;

/** Keeps a toast for the page that loads next. product.md §3 */
export function keepNextToast(name: WaitingToast): void {
  localStorage.setItem(key, name);
}

/** Shows the kept toast, once. */
export function showKeptToast(): void {
  const name = localStorage.getItem(key);
  localStorage.removeItem(key);
  if (name === null || !Object.hasOwn(waitingToasts, name)) return;
  const [kind, text] = waitingToasts[name as WaitingToast];
  showToast(kind, text);
}
