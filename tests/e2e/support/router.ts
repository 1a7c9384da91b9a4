import type { Download, Page } from '@playwright/test';
import type { ProcessStack } from '../../support/built-stack.ts';
import { screenTitle } from './screen-title.ts';
import { signIn } from './sign-in.ts';

export const anna = 'anna.lindqvist@example.com';
/** The address of the manual router setup. */
export const setup = '/profile?profile_section=DEVICES&section=ROUTER';
export const createCall = '/web/v1/account/download-router-configuration';
export const profileCall = '/web/v1/profile';

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name, exact: true });
export const toggle = (page: Page, name: string) => page.getByRole('switch', { name, exact: true });
export const nameField = (page: Page) => page.getByRole('textbox', { name: 'Router name' });
export const search = (page: Page) => page.getByRole('searchbox');
export const downloadButton = (page: Page) => button(page, 'Download config file');

/** Signs in and opens the manual router setup. */
export async function openSetup(page: Page, stack: ProcessStack, email = anna): Promise<void> {
  await signIn(page, stack, email);
  await page.goto(setup);
  await screenTitle(page).waitFor();
}

export async function chooseFrankfurt(page: Page): Promise<void> {
  await button(page, /^Germany/).click();
  await radio(page, 'Frankfurt').click();
}

/** Clicks the label, because the radio button is visually hidden. */
export const showStreaming = (page: Page) => page.locator('label', { hasText: 'Streaming services' }).click();

export async function downloadFile(page: Page): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), downloadButton(page).click()]);
  return download;
}
