import type { TextKey } from '../i18n/i18n.ts';
import { browserStorage } from '../storage.ts';

/** `ok` is announced politely, `bad` at once. */
export interface Toast {
  readonly id: number;
  readonly kind: 'ok' | 'bad';
  readonly text: TextKey;
  readonly values: ToastValues;
}

/** The names that a toast's text may hold. */
export interface ToastValues {
  readonly email?: string;
  readonly name?: string;
}

let queue: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

export const readToasts = (): readonly Toast[] => queue;

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Puts a toast in the queue; each is shown alone. For an error that needs work, say it on the page too. */
export function showToast(kind: Toast['kind'], text: TextKey, values: ToastValues = {}): void {
  lastId += 1;
  change([...queue, { id: lastId, kind, text, values }]);
}

export function dismissToast(id: number): void {
  change(queue.filter((toast) => toast.id !== id));
}

function change(next: readonly Toast[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

const key = 'next-toast';

/** The toasts that may wait for the next load of a page; anything else under the key is ignored. */
const savedToasts = {
  deviceDeleted: ['ok', 'toast.deviceDeleted'],
  emailChanged: ['ok', 'toast.emailChanged'],
  paymentMethodChanged: ['ok', 'toast.paymentMethodChanged'],
  renewed: ['ok', 'toast.renewed'],
} as const satisfies Record<string, readonly [Toast['kind'], Toast['text']]>;

export type SavedToast = keyof typeof savedToasts;

/** Keeps a toast for the page that loads next. product.md §3 */
export function saveNextToast(name: SavedToast): void {
  browserStorage.write(key, name);
}

/** Shows the kept toast, once. */
export function showSavedToast(): void {
  const name = browserStorage.read(key);
  browserStorage.remove(key);
  if (name === null || !Object.hasOwn(savedToasts, name)) return;
  const [kind, text] = savedToasts[name as SavedToast];
  showToast(kind, text);
}
