import { isFresh } from '../../session/is-fresh.ts';
import type { Draft } from './router-draft.ts';

const key = 'router-draft';

interface Kept {
  /** The account that made it. */
  readonly account: string;
  readonly at: number;
  readonly draft: Draft;
  /** The router that the draft replaces. */
  readonly replacedId: string | null;
}

/** Keeps the router form while this tab is on the payment page. */
export function keepDraft(account: string, draft: Draft, replacedId: string | null): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ account, at: Date.now(), draft, replacedId } satisfies Kept));
  } catch {
    // Blocked or full: the form is empty after the payment.
  }
}

/** The form that this account left for the payment page within the last hour. */
export function readKeptDraft(account: string): Pick<Kept, 'draft' | 'replacedId'> | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
    return kept?.account === account && isFresh(kept.at) && isDraft(kept.draft) ? kept : null;
  } catch {
    return null;
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Blocked: nothing was kept.
  }
}

/** An older version of the page may have kept another form. */
const isDraft = (draft: Draft | undefined): boolean =>
  typeof draft?.name === 'string' &&
  (draft.mode === 'COUNTRY_PICKER' || draft.mode === 'STREAMING') &&
  typeof draft.protection === 'object' &&
  draft.location !== undefined;
