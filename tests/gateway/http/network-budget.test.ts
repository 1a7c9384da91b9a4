import { expect, test } from 'vitest';
import { NetworkBudget } from '../../../gateway/http/network-budget.ts';

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
