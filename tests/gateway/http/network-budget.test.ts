import { expect, test } from 'vitest';
import { NetworkBudget, ReservedBudget } from '../../../gateway/http/network-budget.ts';

test('one network gets half of the budget, and all together get all of it', () => {
  const budget = new NetworkBudget(100);
  expect([budget.take('a', 50), budget.take('a', 1)]).toEqual([true, false]);
  expect([budget.take('b', 30), budget.take('c', 20), budget.take('d', 1)]).toEqual([true, true, false]);
  expect(budget.held).toBe(100);
  budget.release('a', 50);
  expect([budget.take('b', 21), budget.take('b', 20), budget.held]).toEqual([false, true, 70]);
});

test('a share can be all of the budget', () => {
  const budget = new NetworkBudget(100, 100);
  expect([budget.take('', 81, 20), budget.take('', 80, 20), budget.take('', 20)]).toEqual([false, true, true]);
});

test('a refused amount counts towards neither the total nor the network’s share', () => {
  const budget = new NetworkBudget(100);
  budget.take('a', 50);
  budget.take('b', 45);
  expect([budget.take('c', 6), budget.held]).toEqual([false, 95]);
  budget.release('a', 50);
  expect([budget.take('c', 50), budget.held]).toEqual([true, 95]);
});

test('some of the budget, and half as much of each share, can be kept free', () => {
  const budget = new NetworkBudget(100);
  expect([budget.take('a', 41, 20), budget.take('a', 40, 20), budget.take('a', 10)]).toEqual([false, true, true]);
  expect([budget.take('b', 31, 20), budget.take('b', 30, 20), budget.take('c', 1, 20)]).toEqual([false, true, false]);
});

test('who finds the shared half full gets a small share of the reserve', () => {
  const budget = new ReservedBudget({ shared: [20, 10], reserve: [12, 4] });
  const count = (network: string) => {
    const releases = Array.from({ length: 30 }, () => budget.take(network, 1)).filter((release) => release !== null);
    return { taken: releases.length, release: () => releases.map((release) => release()) };
  };
  const [a, b, c] = [count('a'), count('b'), count('c')];
  expect(
    [a, b, c].map(({ taken }) => taken),
    'half of the shared part, and a third of the reserve',
  ).toEqual([14, 14, 4]);
  expect(count('d').taken, 'all is held').toBe(0);
  a.release();
  expect(count('d').taken).toBe(14);
});

test('a network holds most with more than a few, and with the average of those that hold something', () => {
  const budget = new NetworkBudget(100);
  expect(budget.holdsMost('a', 3, 3)).toBe(false);
  budget.take('a', 20);
  budget.take('b', 40);
  expect(budget.holdsMost('a', 9, 3)).toBe(false);
  expect(budget.holdsMost('a', 10, 3)).toBe(true);
  expect(budget.holdsMost('b', 0, 3)).toBe(true);
  expect(budget.holdsMost('b', 0, 40)).toBe(false);
  expect(budget.holdsMost('c', 29, 3)).toBe(false);
  budget.release('b', 40);
  expect(budget.holdsMost('a', 0, 3)).toBe(true);
});
