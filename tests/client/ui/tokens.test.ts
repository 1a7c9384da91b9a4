import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fromRoot } from '../../../scripts/root.ts';

const css = readFileSync(fromRoot('client/src/theme/tokens.css'), 'utf8');
const art = (name: string) => readFileSync(fromRoot('client/src/assets/art', name), 'utf8');

/** The declarations of the block that a selector opens, by name. */
function readBlock(selector: string): Record<string, string> {
  const from = css.indexOf('{', css.indexOf(selector));
  const block = css.slice(from + 1, css.indexOf('}', from));
  return Object.fromEntries(
    [...block.matchAll(/(--[\w-]+|color-scheme):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
}

const light = readBlock(':root {');
const darkBySystem = readBlock(':root:not([data-theme="light"])');
const darkByChoice = readBlock(':root[data-theme="dark"]');

test('the dark theme is the same, whether the system or the visitor asked for it', () => {
  expect(darkBySystem).toEqual(darkByChoice);
});

test('every colour and shadow of the light theme has one in the dark theme', () => {
  const themed = Object.keys(light).filter((name) => /^--(c|shadow|art)-/.test(name));
  expect(
    Object.keys(darkByChoice)
      .filter((name) => name.startsWith('--'))
      .sort(),
  ).toEqual(themed.sort());
});

test('the paddings and spacers of the specification are 45, 70, 80, 30 and 50 px', () => {
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

describe('the drawing of the horizon', () => {
  test.each([
    ['light', 'horizon-light.svg', light],
    ['dark', 'horizon-dark.svg', darkByChoice],
  ] as const)('has the colours of the %s theme', (_, file, tokens) => {
    const drawing = art(file).toLowerCase();
    const names = ['--c-art-line', '--c-art-rock', '--c-art-rock-edge', '--c-surface', '--c-accent', '--c-beacon'];
    const used = new Set([...drawing.matchAll(/(?:fill|stroke|stop-color)="(#\w+)"/g)].map(([, colour]) => colour));
    expect([...used].sort()).toEqual(names.map((name) => tokens[name]?.toLowerCase()).sort());
  });
});
