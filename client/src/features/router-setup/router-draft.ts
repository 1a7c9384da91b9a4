import type { PickerMode } from './catalogue.ts';
import type { LocationIds } from './location-choice.ts';
import { noProtection, type Protection } from './protection.ts';

/** A router that does not exist yet. */
export interface Draft {
  /** As typed; an empty one becomes the placeholder. */
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
      return { ...draft, name: limitName(change.name) };
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

/** Whether leaving would lose something. The list that is open is no loss. */
export const isDirty = ({ name, location, protection }: Draft): boolean =>
  name !== '' || location !== null || protection.threatShield || protection.adblock;

/** Why the protections cannot be switched now; null when they can. product.md §2 */
export function protectionObstacle(
  draft: Pick<Draft, 'mode' | 'location'>,
  chosenMode: PickerMode | null,
): 'routers.notForStreaming' | 'routers.noLocationReason' | null {
  if (chosenMode === null) return draft.mode === 'STREAMING' ? 'routers.notForStreaming' : 'routers.noLocationReason';
  return chosenMode === 'STREAMING' ? 'routers.notForStreaming' : null;
}

/** Characters of a device name, at most. product.md §5 */
export const nameLimit = 50;

const graphemes = new Intl.Segmenter();

/** At most 50 characters as the upstream counts them, code points, without cutting one that is drawn as a whole. */
export function limitName(text: string): string {
  let kept = '';
  let length = 0;
  for (const { segment } of graphemes.segment(text)) {
    length += [...segment].length;
    if (length > nameLimit) break;
    kept += segment;
  }
  return kept;
}

/**
 * 'Router N' with the first number from 1 that no device has. product.md §4
 * @param writeName 'Router N' in the reader's language
 */
export function nextRouterName(names: readonly string[], writeName: (number: number) => string): string {
  for (let number = 1; ; number += 1) {
    const name = writeName(number);
    if (!names.includes(name)) return name;
  }
}
