import { expect, test } from 'vitest';
import { type Figures, judgeVisits } from './judge.ts';
import { pages } from './pages.ts';

const good: Figures = {
  performance: 99,
  accessibility: 100,
  'best-practices': 100,
  'largest-contentful-paint': 1_800,
  'total-blocking-time': 20,
  'cumulative-layout-shift': 0,
  scriptBytes: 90_000,
};

const brokenBy = (...visits: readonly Partial<Figures>[]) =>
  pages.map(({ budgets }) =>
    judgeVisits(
      budgets,
      visits.map((visit) => ({ ...good, ...visit })),
    )
      .filter(({ kept }) => !kept)
      .map(({ name }) => name),
  );

test('visits within their budgets break none', () => {
  expect(brokenBy({}, {}, {})).toEqual([[], []]);
});

test('one slow visit of three breaks no budget, two do', () => {
  const slow = { performance: 60, 'largest-contentful-paint': 4_000, 'total-blocking-time': 900 };
  expect(brokenBy({}, slow, {})).toEqual([[], []]);
  const broken = ['performance', 'largest-contentful-paint', 'total-blocking-time'];
  expect(brokenBy(slow, slow, {})).toEqual([broken, broken]);
});

test.each([
  { accessibility: 99 },
  { 'best-practices': 96 },
  { 'cumulative-layout-shift': 0.001 },
  { scriptBytes: 150_000 },
])('what does not depend on the machine must hold in each visit: %o', (fault) => {
  const broken = Object.keys(fault);
  expect(brokenBy({}, fault, {})).toEqual([broken, broken]);
});
