import { expect } from './flow.ts';
import type { Page } from './page.ts';

const cardFrame = (name: string) => `iframe[title="Secure ${name} input frame"]`;
const bankFrame = 'iframe[title="Confirmation by your bank"]';

export async function openCardForm(page: Page): Promise<void> {
  await page.goto('/profile?profile_section=BILLING');
  await page.click('button', 'Change payment method');
  await page.showsDialog('Change payment method');
  await untilThere(page, cardFrame('CVC'));
}

/** Types a card into the provider's three frames, as a person does with the pointer. */
export async function enterCard(page: Page, number: string): Promise<void> {
  for (const [name, value] of [
    ['card number', number],
    ['expiration date', '1230'],
    ['CVC', '123'],
  ] as const) {
    const frame = await untilThere(page, cardFrame(name));
    const isMarked = (state: string) => () =>
      page.run<boolean>('return arguments[0].closest(arguments[1]) !== null', frame, `.StripeElement--${state}`);
    // Again if the frame has not loaded yet.
    const press = async () => {
      await page.clickAt(frame);
      // The frame runs in a process of its own: keys that are typed too early go to the earlier field.
      await expect.poll(isMarked('focus'), { message: `focus in ${name}`, timeout: 2_000 }).toBe(true);
    };
    await expect.poll(() => press().then(() => true)).toBe(true);
    await page.type(value);
    await expect.poll(isMarked('complete'), { message: `${name} is complete` }).toBe(true);
  }
}

/** Runs steps inside the bank's question. */
export async function inBankFrame(page: Page, steps: () => Promise<void>): Promise<void> {
  await page.driver.switchTo().frame(await untilThere(page, bankFrame));
  await steps();
  await page.driver.switchTo().defaultContent();
}

async function untilThere(page: Page, selector: string) {
  await expect
    .poll(
      () =>
        page.frame(selector).then(
          () => true,
          () => false,
        ),
      { message: selector },
    )
    .toBe(true);
  return page.frame(selector);
}
