import { expect, test } from 'vitest';
import {
  changeDraft,
  emptyDraft,
  isDirty,
  protectionObstacle,
} from '../../../../client/src/features/router-setup/router-draft.ts';

const location = { groupId: 'g', shortcutId: 's', clusterId: 'c' };
const protection = { threatShield: true, adblock: true };
const protectedDraft = changeDraft(emptyDraft, { kind: 'protection', protection });

test('a streaming service turns the protections off, a country keeps them', () => {
  const streaming = changeDraft(protectedDraft, { kind: 'location', mode: 'STREAMING', location });
  expect(streaming).toMatchObject({ location, protection: { threatShield: false, adblock: false } });
  const country = changeDraft(protectedDraft, { kind: 'location', mode: 'COUNTRY_PICKER', location });
  expect(country).toMatchObject({ location, protection });
});

test('switching the list keeps the choices', () => {
  const chosen = changeDraft(protectedDraft, { kind: 'location', mode: 'COUNTRY_PICKER', location });
  expect(changeDraft(chosen, { kind: 'mode', mode: 'STREAMING' })).toEqual({ ...chosen, mode: 'STREAMING' });
});

test('a name is truncated to 50 characters', () => {
  expect(changeDraft(emptyDraft, { kind: 'name', name: 'a'.repeat(51) }).name).toBe('a'.repeat(50));
});

test.each([
  ['COUNTRY_PICKER', null, 'routers.noLocationReason'],
  ['STREAMING', null, 'routers.notForStreaming'],
  ['COUNTRY_PICKER', 'COUNTRY_PICKER', null],
  ['STREAMING', 'COUNTRY_PICKER', null],
  ['COUNTRY_PICKER', 'STREAMING', 'routers.notForStreaming'],
  ['STREAMING', 'STREAMING', 'routers.notForStreaming'],
] as const)('with the list %s and the choice %s the protections are disabled by %s', (mode, chosenMode, reason) => {
  expect(protectionObstacle({ mode, location: chosenMode && location }, chosenMode)).toBe(reason);
});

test('a name, a location or a protection is unsaved input; the selected list is not', () => {
  expect(isDirty(emptyDraft)).toBe(false);
  expect(isDirty({ ...emptyDraft, mode: 'STREAMING' })).toBe(false);
  expect(isDirty({ ...emptyDraft, name: ' ' })).toBe(true);
  expect(isDirty({ ...emptyDraft, name: 'Attic' }, 'Attic')).toBe(false);
  expect(isDirty(emptyDraft, 'Attic')).toBe(true);
  expect(isDirty({ ...emptyDraft, location })).toBe(true);
  expect(isDirty({ ...emptyDraft, protection: { threatShield: false, adblock: true } })).toBe(true);
});
