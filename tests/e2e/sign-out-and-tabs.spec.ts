import { createGate } from '../support/gate.ts';
import { findPermanentToken } from './support/accounts.ts';
import { signInByForm } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const anna = 'anna.lindqvist@example.com';

test('signing out ends the session in every tab, and Back shows nothing of it', async ({ page, context, stack }) => {
  await signInByForm(page, stack, anna);
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByRole('main')).toContainText(anna);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/enter$/);
  await expect(other).toHaveURL(/\/enter$/);

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByText(anna)).toHaveCount(0);
  expect(await (await page.request.get('/session')).json()).toEqual({ signedIn: false, authType: null });
});

// Chromium uses a response with this header only once its cache is clear, which can take half a minute.
test('signing out clears the browser’s cache, but does not wait for that', async ({ page, stack }) => {
  await signInByForm(page, stack, anna);
  const responseTo = (method: string) =>
    page.waitForResponse((each) => each.url().endsWith('/session') && each.request().method() === method);
  const [signedOut, cleared] = [responseTo('DELETE'), responseTo('GET')];
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(await (await signedOut).headerValue('clear-site-data')).toBeNull();
  expect(await (await cleared).headerValue('clear-site-data')).toBe('"cache"');
  await expect(page).toHaveURL(/\/enter$/);
  // The page has read the response, and keeps no connection.
  await (await cleared).finished();
});

for (const [kind, challenge] of [
  ['a page', { contentType: 'text/html', body: '<h1>Are you human?</h1>' }],
  ['a redirect', { status: 303, headers: { location: '/session' } }],
] as const)
  test.describe(`${kind} of a firewall`, () => {
    test.use({ expectedConsole: kind === 'a redirect' ? [/ERR_FAILED/] : [] });

    test('in response to a sign-out does not hide that the session goes on', async ({ page, stack }) => {
      await signInByForm(page, stack, anna);
      await page.route('**/session', (route) => route.fulfill(challenge), { times: 1 });
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByRole('alert').filter({ hasText: 'You’re still signed in' })).toBeVisible();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page).toHaveURL(/\/enter$/);
    });
  });

test.describe('the message of a failed sign-out', () => {
  test.use({ expectedConsole: [/ERR_FAILED/] });

  for (const [place, size] of [
    ['under the menu of a phone', { width: 390, height: 844 }],
    ['above the window', { width: 1280, height: 400 }],
  ] as const)
    test(`does not stay ${place}`, async ({ page, stack }) => {
      await page.setViewportSize(size);
      await signInByForm(page, stack, anna);
      await page.getByRole('main').getByRole('button').last().scrollIntoViewIfNeeded();
      await page.route('**/session', (route) => route.abort(), { times: 1 });
      if (size.width < 600) await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      const message = page.getByRole('alert').filter({ hasText: 'You’re still signed in' });
      await message.waitFor();
      const isOnTop = () =>
        message.evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        });
      await expect.poll(isOnTop).toBe(true);
      await expect(page.locator('.menu__panel')).toHaveCount(0);
    });

  test('does not take the focus from a user who is typing', async ({ page, stack }) => {
    await signInByForm(page, stack, anna);
    await page.goto('/profile?profile_section=DEVICES&section=ROUTER');
    const failed = createGate();
    await page.route('**/session', async (route) => {
      await failed.pass();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Sign out' }).click();
    const name = page.getByRole('textbox', { name: 'Router name' });
    await name.fill('My ');
    failed.open();
    await page.getByRole('alert').filter({ hasText: 'You’re still signed in' }).waitFor();
    await page.keyboard.type('cabin');
    await expect(name).toHaveValue('My cabin');
  });
});

test('a tab that has missed a sign-out that failed keeps what is typed, and the field its focus', async ({
  page,
  stack,
}) => {
  await signInByForm(page, stack, anna);
  await page.goto('/profile?profile_section=DEVICES&section=ROUTER');
  const name = page.getByRole('textbox', { name: 'Router name' });
  await name.fill('My ');
  // As another tab records it.
  await page.evaluate(() => localStorage.setItem('session-changed', String(Date.now())));
  const asked = page.waitForResponse('**/session');
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await asked;
  await expect(name).toBeFocused();
  await page.keyboard.type('cabin');
  await expect(name).toHaveValue('My cabin');
});

// As in WebKit, on a page that was left and restored.
test.describe('a sign-out whose request never settles', () => {
  for (const isSent of [false, true])
    test(isSent ? 'shows the sign-in page if it has arrived' : 'can be repeated', async ({ page, stack }) => {
      await page.clock.install();
      await page.addInitScript((isSent) => {
        const original = window.fetch;
        let isFirst = true;
        window.fetch = (address, init) => {
          if (init?.method !== 'DELETE' || !isFirst) return original(address, init);
          isFirst = false;
          if (isSent) void original(address, { ...init, signal: null });
          return new Promise(() => undefined);
        };
      }, isSent);
      await signInByForm(page, stack, anna);
      const ended = isSent && page.waitForResponse((response) => response.request().method() === 'DELETE');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect(page.getByRole('button', { name: 'Signing out…' })).toBeVisible();
      await ended;
      await page.clock.fastForward(15_000);
      if (!isSent) {
        await expect(page.getByRole('alert').filter({ hasText: 'You’re still signed in' })).toBeVisible();
        await page.getByRole('button', { name: 'Sign out' }).click();
      }
      await expect(page).toHaveURL(/\/enter$/);
    });
});

test('signing in in one tab signs in the other', async ({ page, context, stack }) => {
  const other = await context.newPage();
  await other.goto('/enter');
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signInByForm(page, stack, anna);
  await expect(other.getByRole('main')).toContainText(anna);
});

test('signing in by a link in one tab signs in the other, and the first one names the account', async ({
  page,
  context,
  stack,
}) => {
  await page.goto('/enter');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const other = await context.newPage();
  await other.goto(`/profile?token=${await findPermanentToken(stack, anna)}`);
  const said = `Signed in as ${anna}`;
  await expect(other.getByRole('status').filter({ hasText: said })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(anna);
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText(said)).toHaveCount(0);
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
});

test('a link to /promo tells the other tabs that it has signed the visitor in', async ({ page, context, stack }) => {
  await page.goto('/enter');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const other = await context.newPage();
  await other.goto(`/promo?token=${await findPermanentToken(stack, anna)}`);
  await expect(page.getByRole('main')).toContainText(anna);
  await page.bringToFront();
  await expect(page.getByRole('status').filter({ hasText: `Signed in as ${anna}` })).toBeVisible();
});

test('signing in as someone else in one tab makes the other discard its data', async ({ page, context, stack }) => {
  await signInByForm(page, stack, anna);
  const other = await context.newPage();
  await other.goto('/profile');
  await expect(other.getByRole('main')).toContainText(anna);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/enter$/);
  await signInByForm(page, stack, 'free@example.com');
  await expect(other.getByRole('main')).toContainText('free@example.com');
  await expect(other.getByText(anna)).toHaveCount(0);
});

for (const end of ['a sign-out', 'the end of a session'] as const) {
  test(`a tab that was not told of ${end} shows nothing of the next account as its own`, async ({
    page,
    context,
    stack,
  }) => {
    const free = 'free@example.com';
    await signInByForm(page, stack, anna);
    const other = await context.newPage();
    await other.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
    await other.goto('/profile');
    await expect(other.getByRole('main')).toContainText(anna);

    if (end === 'a sign-out') {
      // The tab that signs out is closed before the response. Its request is not held: the browser would send it then.
      const sent = page.waitForRequest((request) => request.method() === 'DELETE');
      await page.route('**/session', (route) => route.abort('aborted'));
      await page.getByRole('button', { name: 'Sign out' }).click();
      await sent;
    }
    await context.request.delete('/session', { headers: { origin: stack.origin, 'sec-fetch-site': 'same-origin' } });
    await page.close();
    await context.request.get(`/profile?token=${await findPermanentToken(stack, free)}`, {
      headers: { Accept: 'text/html' },
      maxRedirects: 0,
    });

    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await other.route('**/session', async (route) => {
      await held;
      await route.continue();
    });
    await other.evaluate(() => {
      Reflect.deleteProperty(document, 'hidden');
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect(other.locator('html'), 'hidden until the gateway says who is signed in').toHaveCSS(
      'visibility',
      'hidden',
    );
    release();
    await expect(other.getByText(`Signed in as ${free}`)).toBeVisible();
    await expect(other.getByRole('main')).toContainText(free);
    await expect(other.getByText(anna)).toHaveCount(0);
  });
}
