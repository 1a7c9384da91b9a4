import type { Locator, Page } from '@playwright/test';
import { listRequests } from './support/list-requests.ts';
import { signInByToken } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const game = 'http://game.example/';

/** Another site's page, which leads its own tab to the path at the third click. */
const leadFromGame = (page: Page, url: string) =>
  page.route(game, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<title>Click fast!</title><script>
        let clicks = 0;
        onclick = () => { if (++clicks === 3) location.href = ${JSON.stringify(url)}; };
      </script>`,
    }),
  );

async function boxOf(target: Locator) {
  await expect(target).toBeVisible();
  const box = await target.boundingBox();
  if (!box) throw new Error('not visible');
  return { ...box, middle: box.y + box.height / 2 };
}

/** Where one button and the one of its dialog lie on top of each other, in a window that is high enough for that. */
async function findCommonPlace(page: Page, button: Locator, confirm: Locator) {
  const width = page.viewportSize()?.width ?? 0;
  for (let height = 660, attempt = 0; attempt < 3; attempt++) {
    await page.setViewportSize({ width, height });
    await page.reload();
    const below = await boxOf(button);
    await button.click();
    const above = await boxOf(confirm);
    const [left, right] = [Math.max(below.x, above.x), Math.min(below.x + below.width, above.x + above.width)];
    const distance = below.middle - above.middle;
    if (Math.abs(distance) < 10 && right > left) return { x: (left + right) / 2, y: above.middle };
    // The dialog is in the middle of the window.
    height = Math.round(height + 2 * distance);
  }
  throw new Error('the two buttons have no place in common');
}

async function clickSixTimes(page: Page, { x, y }: { x: number; y: number }, between: number): Promise<void> {
  const startedAt = performance.now();
  for (let click = 1; click <= 6; click++) {
    await page.mouse.click(x, y);
    // A click itself takes long on a busy machine.
    await page.waitForTimeout(Math.max(0, startedAt + click * between - performance.now()));
  }
}

for (const between of [120, 200, 450]) {
  test(`clicks ${between} ms apart that began on another site do not restore an account`, async ({ page, stack }) => {
    const url = `${stack.origin}/enter?error=RESTORE_ACCOUNT`;
    await signInByToken(page, stack, 'marked@example.com');
    await page.goto(url);
    const restore = page.getByRole('dialog').getByRole('button', { name: 'Restore account' });
    const box = await boxOf(restore);
    const place = { x: box.x + box.width / 2, y: box.middle };
    await leadFromGame(page, url);
    await page.goto(game);
    for (let click = 0; click < 3; click++) await page.mouse.click(place.x, place.y, { delay: between });
    await expect(page).toHaveURL(url);
    await expect(restore).toBeVisible();
    await clickSixTimes(page, place, between);
    await page.waitForLoadState('networkidle');
    expect(await listRequests(stack, '/web/v1/account/delete/cancel')).toEqual([]);
    await page.waitForTimeout(1300);
    await page.mouse.click(place.x, place.y);
    await expect.poll(() => listRequests(stack, '/web/v1/account/delete/cancel')).toHaveLength(1);
  });
}

for (const between of [200, 450]) {
  test(`clicks ${between} ms apart that began on another site do not renew`, async ({ page, stack }) => {
    const url = `${stack.origin}/profile?profile_section=BILLING`;
    await page.setViewportSize({ width: 1024, height: 660 });
    await signInByToken(page, stack, 'expired@example.com');
    await page.goto(url);
    const renew = page.getByRole('main').getByRole('button', { name: 'Renew subscription' });
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Renew subscription' });
    const place = await findCommonPlace(page, renew, confirm);
    await leadFromGame(page, url);
    await page.goto(game);
    for (let click = 0; click < 3; click++) await page.mouse.click(place.x, place.y, { delay: between });
    await expect(page).toHaveURL(url);
    await expect(renew).toBeVisible();
    await clickSixTimes(page, place, between);
    await page.waitForLoadState('networkidle');
    expect(await listRequests(stack, '/web/v1/store/subscription/renew')).toEqual([]);
    await expect(confirm).toBeVisible();

    // Without the haste it works.
    await page.waitForTimeout(1300);
    await page.mouse.click(place.x, place.y);
    await expect.poll(() => listRequests(stack, '/web/v1/store/subscription/renew')).toHaveLength(1);
  });
}

for (const between of [150, 400]) {
  test(`clicks ${between} ms apart that began on another site do not copy a pairing link`, async ({
    page,
    context,
    stack,
  }) => {
    await context.grantPermissions(['clipboard-write']);
    const url = `${stack.origin}/profile?profile_section=DEVICES&add_new_device=desktop`;
    await signInByToken(page, stack, 'free@example.com');
    await page.goto(url);
    const copy = page.getByRole('dialog').getByRole('button', { name: 'Copy link' });
    const box = await boxOf(copy);
    const place = { x: box.x + box.width / 2, y: box.middle };
    // It is shown for longer than six clicks take. The clipboard is that of all tests.
    const copied = page.getByRole('dialog').getByRole('button', { name: 'Copied' });
    await leadFromGame(page, url);
    await page.goto(game);
    for (let click = 0; click < 3; click++) await page.mouse.click(place.x, place.y, { delay: between });
    await expect(page).toHaveURL(url);
    // Without a pause, or the next click would be a deliberate one.
    while (!(await copy.isVisible())) await clickSixTimes(page, place, between);
    await clickSixTimes(page, place, between);
    expect(await copied.count()).toBe(0);
    await page.waitForTimeout(1300);
    await page.mouse.click(place.x, place.y);
    await expect(copied).toBeVisible();
  });
}

test('a press right after a window over the page has closed copies no pairing link', async ({
  page,
  context,
  stack,
}) => {
  await context.grantPermissions(['clipboard-write']);
  await signInByToken(page, stack, 'free@example.com');
  await page.goto(`${stack.origin}/profile?profile_section=DEVICES&add_new_device=desktop`);
  const copy = await boxOf(page.getByRole('dialog').getByRole('button', { name: 'Copy link' }));
  const copied = page.getByRole('dialog').getByRole('button', { name: 'Copied' });
  await page.mouse.move(copy.x + copy.width / 2, copy.middle);
  // The window is over the page.
  await page.mouse.move(-1, -1);
  await page.waitForTimeout(1300);
  await page.mouse.click(copy.x + copy.width / 2, copy.middle);
  await page.waitForTimeout(300);
  expect(await copied.count()).toBe(0);
  await page.waitForTimeout(1300);
  await page.mouse.click(copy.x + copy.width / 2, copy.middle);
  await expect(copied).toBeVisible();
});
