import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fromRoot } from '../../../scripts/root.ts';

const css = readFileSync(fromRoot('client/src/theme/tokens.css'), 'utf8');
const art = (name: string) => readFileSync(fromRoot('client/src/assets/art', name), 'utf8');

/** The colors of a theme by token; `light-dark()` holds both. */
const readColors = (theme: 'light' | 'dark'): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...css.matchAll(/(--c-[\w-]+): (?:light-dark\(([^,]+), ([^,]+?)\)|([^;]+));/g)].map(
      ([, name, light, dark, both]) => [name, both ?? (theme === 'light' ? light : dark)],
    ),
  );

test('every color token has a light and a dark value, or one value for both', () => {
  const declared = [...css.matchAll(/--c-[\w-]+:/g)];
  expect(declared.length).toBeGreaterThan(50);
  for (const theme of ['light', 'dark'] as const) {
    const values = Object.values(readColors(theme));
    expect(values).toHaveLength(declared.length);
    expect(values.filter((value) => !/^(#[\da-f]{6}|rgb\([\d ./]+\))$/.test(value))).toEqual([]);
  }
});

test('the specified paddings and spacers are 45, 70, 80, 30 and 50 px', () => {
  const px = (name: string) => Number.parseFloat(new RegExp(`${name}:\\s*([\\d.]+)rem`).exec(css)?.[1] ?? '') * 16;
  const names = [
    '--pad-gate',
    '--pad-newsletter-top',
    '--pad-newsletter-bottom',
    '--space-alert',
    '--space-alert-long',
  ];
  expect(names.map(px)).toEqual([45, 70, 80, 30, 50]);
});

describe('the horizon drawing', () => {
  test.each([
    ['light', 'horizon-light.svg'],
    ['dark', 'horizon-dark.svg'],
  ] as const)('uses the colors of the %s theme', (theme, file) => {
    const tokens = readColors(theme);
    const drawing = art(file).toLowerCase();
    const names = ['--c-art-line', '--c-art-rock', '--c-art-rock-edge', '--c-surface', '--c-accent', '--c-beacon'];
    const used = new Set([...drawing.matchAll(/(?:fill|stroke|stop-color)="(#\w+)"/g)].map(([, color]) => color));
    expect([...used].sort()).toEqual(names.map((name) => tokens[name]?.toLowerCase()).sort());
  });
});
