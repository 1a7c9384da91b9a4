import type { Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import { addFault, clearFaults, failAfterExecution, loseResponse, replaceResponse } from './support/faults.ts';
import { holdRequests } from './support/hold-requests.ts';
import { listRequests } from './support/list-requests.ts';
import { pressDeliberately } from './support/press-deliberately.ts';
import { screenTitle } from './support/screen-title.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { checkUntilKnown } from './support/unknown-outcome.ts';

const anna = 'anna.lindqvist@example.com';
const billing = '/profile?profile_section=BILLING';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const cancel = 'Cancel subscription';
const renew = 'Renew subscription';

test.use({ expectedConsole: [[/status of (400|404|5\d\d)|ERR_/], { scope: 'test' }] });

test('a cancellation that ended after a reload is not called failed when it is pressed again', async ({
  page,
  stack,
}) => {
  await signIn(page, stack, anna);
  await page.goto(billing);
  await button(page, cancel).click();
  const held = await holdRequests(page, `**${calls.cancelSubscription.path}`);
  await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
  await held.arrived;
  await page.clock.install();
  await page.reload();
  await expect(button(page, cancel)).toBeVisible();
  held.release();
  await expect.poll(() => listRequests(stack, calls.cancelSubscription.path)).toMatchObject([{ status: 200 }]);
  await page.clock.fastForward(31_000);
  await button(page, cancel).click();
  await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
  await expect(dialog(page)).toContainText('We’ve cancelled');
  expect(await listRequests(stack, calls.cancelSubscription.path)).toMatchObject([{ status: 200 }, { status: 400 }]);
});

for (const [fault, apply] of [
  ['a lost response', loseResponse],
  ['an error page of a proxy', replaceResponse],
  ['an error of the upstream', failAfterExecution],
] as const) {
  test(`a renewal with ${fault} is looked up and found to have succeeded, also in another tab`, async ({
    page,
    context,
    stack,
  }) => {
    await signIn(page, stack, 'canceled@example.com');
    const other = await context.newPage();
    for (const tab of [other, page]) await tab.goto(billing);
    await expect(button(other, 'Renew subscription')).toBeVisible();
    await button(page, 'Renew subscription').click();
    await apply(page, '/web/v1/store/subscription/renew');
    const reloaded = page.waitForEvent('load');
    await pressDeliberately(dialog(page).getByRole('button', { name: 'Renew subscription' }));
    await reloaded;
    for (const tab of [page, other]) await expect(button(tab, cancel)).toBeVisible();
    expect(await listRequests(stack, '/web/v1/store/subscription/renew')).toHaveLength(1);
  });
}

for (const [kind, response] of [
  ['empty response', { status: 202, body: '' }],
  ['redirect', { status: 302, headers: { location: '/session' } }],
  ['redirect to the same address', { status: 307, headers: { location: calls.cancelSubscription.path } }],
] as const)
  test(`a firewall’s ${kind} does not confirm a cancellation`, async ({ page, stack }) => {
    await signIn(page, stack, anna);
    await page.goto(billing);
    await button(page, cancel).click();
    const { path } = calls.cancelSubscription;
    await page.route(`**${path}`, (route) => route.fulfill(response), { times: 1 });
    await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
    await expect(dialog(page).getByRole('alert')).toContainText('We couldn’t tell whether it worked');
    expect(await listRequests(stack, path)).toEqual([]);
    await checkUntilKnown(page, dialog(page));
    await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
    await expect(dialog(page)).toContainText('We’ve cancelled');
  });

test('a cancellation with a lost response is looked up before it is offered again', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await page.goto(billing);
  await button(page, cancel).click();
  // Not executed; the reloaded profile shows it.
  await addFault(stack, { method: 'POST', path: '/web/v1/store/cancel-subscription', reset: true, times: 1 });
  const before = (await listRequests(stack, '/web/v1/profile')).length;
  await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
  await expect(dialog(page).getByRole('alert')).toContainText('We couldn’t tell whether it worked');
  expect((await listRequests(stack, '/web/v1/profile')).length).toBeGreaterThan(before);
  await expect(dialog(page).getByRole('button', { name: cancel })).toHaveCount(0);
  await checkUntilKnown(page, dialog(page));
  await expect(dialog(page).getByRole('alert')).toContainText('Something went wrong');
  await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
  await expect(dialog(page)).toContainText('We’ve cancelled');
});

test('a renewal offline names the connection, and can be pressed again', async ({ page, context, stack }) => {
  await signIn(page, stack, 'canceled@example.com');
  await page.goto(billing);
  await button(page, renew).click();
  await expect(dialog(page)).toBeVisible();
  await context.setOffline(true);
  await pressDeliberately(dialog(page).getByRole('button', { name: renew }));
  await expect(dialog(page).getByRole('alert')).toContainText('You seem to be offline.');
  await expect(dialog(page).getByRole('link', { name: 'Contact support' })).toHaveCount(0);
  await context.setOffline(false);
  await pressDeliberately(dialog(page).getByRole('button', { name: renew }));
  await expect(button(page, cancel)).toBeVisible();
  expect(await listRequests(stack, calls.renewSubscription.path)).toMatchObject([{ status: 200 }]);
});

test('a failed cancellation keeps the typed text and keeps focus in the dialog', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await page.goto(billing);
  await button(page, cancel).click();
  await addFault(stack, { method: 'POST', path: '/web/v1/store/cancel-subscription', status: 500, times: 1 });
  const held = await holdRequests(page, '**/web/v1/store/cancel-subscription');
  await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
  await expect(dialog(page).getByRole('status')).toBeFocused();
  await dialog(page).getByText('It’s too expensive').click();
  await dialog(page).getByRole('textbox').fill('And too blue.');
  held.release();
  const failure = dialog(page).getByRole('alert');
  await expect(failure).toContainText('Something went wrong');
  await expect(dialog(page).locator('div:focus', { has: page.getByRole('alert') })).toBeVisible();
  await expect(dialog(page).getByRole('textbox')).toBeHidden();
  await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
  await expect(dialog(page)).toContainText('We’ve cancelled');
  await expect(dialog(page).getByRole('status')).toBeFocused();
  await expect(dialog(page).getByRole('radio', { name: 'It’s too expensive' })).toBeChecked();
  await expect(dialog(page).getByRole('textbox')).toHaveValue('And too blue.');
  await dialog(page).getByRole('button', { name: 'Send feedback' }).click();
  await expect(dialog(page).getByText('Thank you, that helps us.')).toBeFocused();
});

test('offers only a new lookup while the outcome of a cancellation is unknown', async ({ page, stack }) => {
  await signIn(page, stack, anna);
  await page.goto(billing);
  await button(page, cancel).click();
  await addFault(stack, { method: 'POST', path: '/web/v1/store/cancel-subscription', reset: true, times: 1 });
  await addFault(stack, { method: 'GET', path: '/web/v1/profile', status: 500 });
  await pressDeliberately(dialog(page).getByRole('button', { name: cancel }));
  await expect(dialog(page).getByRole('alert')).toContainText('We couldn’t tell whether it worked');
  await expect(dialog(page).getByRole('button', { name: cancel })).toHaveCount(0);
  await clearFaults(stack);
  await checkUntilKnown(page, dialog(page));
  await expect(dialog(page).getByRole('button', { name: cancel })).toBeVisible();
});

for (const { write, email, path, open, verb } of [
  { write: 'cancellation', email: anna, path: '/web/v1/store/cancel-subscription', open: cancel, verb: 'cancel' },
  {
    write: 'renewal',
    email: 'canceled@example.com',
    path: '/web/v1/store/subscription/renew',
    open: renew,
    verb: 'renew',
  },
]) {
  test(`reopening the dialog does not offer a ${write} with unknown outcome again`, async ({ page, stack }) => {
    await signIn(page, stack, email);
    await page.goto(billing);
    await button(page, open).click();
    await addFault(stack, { method: 'POST', path, reset: true, times: 1 });
    await addFault(stack, { method: 'GET', path: '/web/v1/profile', status: 500 });
    await pressDeliberately(dialog(page).getByRole('button', { name: open }));
    await expect(dialog(page).getByRole('alert')).toContainText('We couldn’t tell whether it worked');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await clearFaults(stack);
    await button(page, open).click();
    await expect(dialog(page).getByRole('alert')).toContainText('We couldn’t tell whether it worked');
    await expect(dialog(page).getByRole('button', { name: open })).toHaveCount(0);
    await checkUntilKnown(page, dialog(page));
    await expect(dialog(page).getByRole('button', { name: open })).toBeVisible();
  });

  for (const { fault, response, says } of [
    { fault: 'an error', response: { status: 500 }, says: `We couldn’t ${verb} your subscription` },
    { fault: 'a lost response', response: { reset: true }, says: 'your subscription may or may not have changed' },
  ])
    test(`after ${fault}, a toast tells a user who has left the dialog of a ${write}`, async ({ page, stack }) => {
      await signIn(page, stack, email);
      await page.goto('/profile');
      await page.getByRole('link', { name: 'Billing' }).click();
      await button(page, open).click();
      await addFault(stack, { method: 'POST', path, ...response, times: 1 });
      const held = await holdRequests(page, `**${path}`);
      await pressDeliberately(dialog(page).getByRole('button', { name: open }));
      await held.arrived;
      await page.goBack();
      await expect(screenTitle(page, 'Account')).toBeVisible();
      held.release();
      await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible();
    });
}
