import { isFresh } from '../../session/is-fresh.ts';
import { tabStorage } from '../../storage.ts';
import type { Draft } from './router-draft.ts';

const key = 'router-draft';

interface SavedDraft {
  /** The account that made it. */
  readonly account: string;
  readonly at: number;
  readonly draft: Draft;
  /** The router that the draft replaces. */
  readonly replacedId: string | null;
}

/** Keeps the router form while this tab is on the payment page. */
export function saveDraft(account: string, draft: Draft, replacedId: string | null): void {
  tabStorage.write(key, JSON.stringify({ account, at: Date.now(), draft, replacedId } satisfies SavedDraft));
}

/** The form that this account left for the payment page within the last hour. */
export function readSavedDraft(account: string): Pick<SavedDraft, 'draft' | 'replacedId'> | null {
  try {
    const saved = JSON.parse(tabStorage.read(key) ?? 'null') as SavedDraft | null;
    return saved?.account === account && isFresh(saved.at) && isDraft(saved.draft) ? saved : null;
  } catch {
    return null;
  }
}

export const clearSavedDraft = (): void => tabStorage.remove(key);

/** An older version of the page may have saved another form. */
const isDraft = (draft: Draft | undefined): boolean =>
  typeof draft?.name === 'string' &&
  (draft.mode === 'COUNTRY_PICKER' || draft.mode === 'STREAMING') &&
  typeof draft.protection === 'object' &&
  draft.location !== undefined;
