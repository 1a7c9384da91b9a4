import { expect, type Locator, type Page } from '@playwright/test';
import type { ProcessStack } from '../../support/processes.ts';
import { readCode } from './test.ts';

export const emailField = (page: Page): Locator => page.getByLabel('Email', { exact: true });
export const codeField = (page: Page): Locator => page.getByLabel('6-digit code');

/** Submits the email form; ends at the code step. */
export async function requestCode(page: Page, email: string): Promise<void> {
  await page.goto('/enter');
  await emailField(page).fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(codeField(page)).toBeVisible();
}

/** Signs in through both steps; ends at the account section. */
export async function signInByForm(page: Page, stack: ProcessStack, email: string): Promise<void> {
  await requestCode(page, email);
  await codeField(page).fill(await readCode(stack, email));
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
}

export interface Fault {
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  readonly body?: unknown;
  readonly times?: number;
  readonly delayMs?: number;
  readonly reset?: boolean;
  readonly hang?: boolean;
}

/** Injects a fault into coming calls of the upstream. */
export async function addFault(stack: ProcessStack, fault: Fault): Promise<void> {
  const response = await fetch(`${stack.sandboxOrigin}/sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  expect(response.ok).toBe(true);
}

export const clearFaults = (stack: ProcessStack) =>
  fetch(`${stack.sandboxOrigin}/sandbox/faults`, { method: 'DELETE' });

/** A code that differs from the sent one. */
export const otherThan = (code: string): string => (code === '111111' ? '222222' : '111111');
