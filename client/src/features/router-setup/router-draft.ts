import type { PickerMode } from './catalog.ts';
import type { LocationIds } from './location-choice.ts';
import { noProtection, type Protection } from './protection.ts';

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

/** The maximum length of a device name. product.md §5 */
export const nameLimit = 50;

const graphemes = new Intl.Segmenter();

/** Truncates to 50 code points, as the upstream counts, without splitting a grapheme. */
export function limitName(text: string): string {
  let result = '';
  let length = 0;
  for (const { segment } of graphemes.segment(text)) {
    length += [...segment].length;
    if (length > nameLimit) break;
    result += segment;
  }
  return result;
}

/** Whether one of the names is the same to a reader. */
export function isNameTaken(name: string, names: readonly string[]): boolean {
  const fold = (text: string) => text.normalize('NFKC').trim().toLowerCase();
  return names.some((other) => fold(other) === fold(name));
}

/** "Router N" with the lowest unused number. product.md §4 */
export function nextRouterName(names: readonly string[], writeName: (number: number) => string): string {
  for (let number = 1; ; number += 1) {
    const name = writeName(number);
    if (!isNameTaken(name, names)) return name;
  }
}
