import { expect, type Page } from '@playwright/test';

type FieldName = 'card number' | 'expiration date' | 'CVC';

/** The input in a frame of the card provider, whose script listens already. */
export const cardField = (page: Page, name: FieldName) =>
  page.frameLocator(`iframe[title="Secure ${name} input frame"]`).locator('body:not([inert]) input');

/** Fills the card frames directly, for tests about later steps. */
export async function enterCard(page: Page, number: string): Promise<void> {
  const enter = (name: FieldName, value: string) =>
    cardField(page, name).evaluate((input: HTMLInputElement, text) => {
      input.value = text;
      input.dispatchEvent(new Event('input'));
    }, value);
  await enter('card number', number);
  await enter('expiration date', '1230');
  await enter('CVC', '123');
  await expect(page.getByRole('dialog').locator('.StripeElement--complete')).toHaveCount(3);
}
