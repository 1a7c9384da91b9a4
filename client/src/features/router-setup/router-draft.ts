import type { PickerMode } from './catalog.ts';
import type { LocationIds } from './location-choice.ts';
import { noProtection, type Protection } from './protection.ts';
import { truncateName } from './router-name.ts';

/** The state of the router form. */
export interface Draft {
  /** As typed; an empty name becomes the placeholder. */
  readonly name: string;
  readonly mode: PickerMode;
  readonly location: LocationIds | null;
  readonly protection: Protection;
}

export const emptyDraft: Draft = { name: '', mode: 'COUNTRY_PICKER', location: null, protection: noProtection };

export type DraftChange =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'mode'; readonly mode: PickerMode }
  | { readonly kind: 'location'; readonly mode: PickerMode; readonly location: LocationIds }
  | { readonly kind: 'protection'; readonly protection: Protection };

export function changeDraft(draft: Draft, change: DraftChange): Draft {
  switch (change.kind) {
    case 'name':
      return { ...draft, name: truncateName(change.name) };
    case 'mode':
      return { ...draft, mode: change.mode };
    case 'location':
      // The protections do not work with streaming. product.md §4
      return {
        ...draft,
        location: change.location,
        protection: change.mode === 'STREAMING' ? noProtection : draft.protection,
      };
    case 'protection':
      return { ...draft, protection: change.protection };
  }
}

/** Whether leaving would lose input. The selected list and a given name are not input. */
export const isDirty = ({ name, location, protection }: Draft, givenName = ''): boolean =>
  name !== givenName || location !== null || protection.threatShield || protection.adblock;

/** Why the protections are disabled; null when they are not. product.md §2 */
export function protectionObstacle(
  draft: Pick<Draft, 'mode' | 'location'>,
  chosenMode: PickerMode | null,
): 'routers.notForStreaming' | 'routers.noLocationReason' | null {
  if (chosenMode === null) return draft.mode === 'STREAMING' ? 'routers.notForStreaming' : 'routers.noLocationReason';
  return chosenMode === 'STREAMING' ? 'routers.notForStreaming' : null;
}
