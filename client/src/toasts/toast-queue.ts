import type { TextKey } from '../i18n/i18n.ts';
import { sessionStore } from '../session/session.ts';
import { browserStorage } from '../storage.ts';
import { createStore } from '../store.ts';

/** `ok` is announced politely, `bad` at once. */
export interface Toast {
  readonly id: number;
  readonly kind: 'ok' | 'bad';
  readonly text: TextKey;
  readonly values: ToastValues;
}

/** The values that a toast's text may interpolate. */
export interface ToastValues {
  readonly email?: string;
  readonly name?: string;
}

export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

// The toasts of one account are not for the next one.
sessionStore.subscribe(() => toasts.set([]));

/**
 * Queues a toast; one is shown at a time. Show an error that the user has to fix on the page as well. An error that is
 * still there is not repeated: a success after it would come too late.
 */
export function showToast(kind: Toast['kind'], text: TextKey, values: ToastValues = {}): void {
  if (kind === 'bad' && toasts.get().some((toast) => toast.text === text)) return;
  lastId += 1;
  toasts.set([...toasts.get(), { id: lastId, kind, text, values }]);
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

const key = 'next-toast';

/** The toasts that may be saved for the next page load; any other stored value is ignored. */
const savedToasts = {
  deviceDeleted: ['ok', 'toast.deviceDeleted'],
  emailChanged: ['ok', 'toast.emailChanged'],
  paymentMethodChanged: ['ok', 'toast.paymentMethodChanged'],
  renewed: ['ok', 'toast.renewed'],
} as const satisfies Record<string, readonly [Toast['kind'], Toast['text']]>;

export type SavedToast = keyof typeof savedToasts;

/** Saves a toast for the page that loads next. product.md §3 */
export function saveNextToast(name: SavedToast): void {
  browserStorage.write(key, name);
}

/** Shows the saved toast, once. */
export function showSavedToast(): void {
  const name = browserStorage.read(key);
  browserStorage.remove(key);
  if (name === null || !Object.hasOwn(savedToasts, name)) return;
  const [kind, text] = savedToasts[name as SavedToast];
  showToast(kind, text);
}
