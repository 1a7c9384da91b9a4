import { button, downloadFile, openSetup, radio, search, setup, showStreaming } from './support/router.ts';
import { screenTitle } from './support/screen-title.ts';
import { expect, test } from './support/test.ts';

test('the picker works by keyboard alone', async ({ page, stack }) => {
  await openSetup(page, stack);
  await search(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(button(page, /^Australia/)).toBeFocused();
  await page.keyboard.press('End');
  await expect(button(page, /^United States/)).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.type('ger');
  await expect(button(page, /^Germany/)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(button(page, /^Germany/)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(radio(page, 'Frankfurt')).toBeChecked();
  await expect(page.locator('.sticky-bar')).toContainText('Germany, Frankfurt');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await expect(radio(page, 'Frankfurt')).toHaveCount(0);
});

test('the list stays focusable after a search removes its focused row', async ({ page, stack }) => {
  await openSetup(page, stack);
  await search(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(radio(page, 'Austria')).toBeFocused();
  while (!(await search(page).evaluate((field) => field === document.activeElement))) {
    await page.keyboard.press('Shift+Tab');
  }
  await page.keyboard.type('austral');
  await expect(page.locator('.picker__row')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(button(page, /^Australia/)).toBeFocused();
});

test('the arrow leads from what has just been typed to its results', async ({ page, stack }) => {
  await openSetup(page, stack);
  await search(page).fill('Frankfurt');
  await search(page).press('ArrowDown');
  await expect(radio(page, 'Frankfurt')).toBeFocused();
  await search(page).fill('no such place');
  await search(page).press('ArrowDown');
  await expect(search(page)).toBeFocused();
});

test('the list stays focusable after its focused group collapses', async ({ page, stack }) => {
  await openSetup(page, stack);
  await button(page, /^Germany/).click();
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.picker__row--city:focus')).toBeVisible();
  // Clicking another group collapses this one.
  await button(page, /^United States/).click();
  await expect(page.locator('.picker__row--city').first()).toBeVisible();
  await expect(page.locator('.picker__row[tabindex="0"]')).not.toHaveCount(0);
});

test('switching lists clears the search at once', async ({ page, stack }) => {
  await openSetup(page, stack);
  await search(page).fill('Germany');
  await expect(page.locator('.picker__row')).toHaveCount(1);
  // Freezes the search debounce.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await showStreaming(page);
  await expect(radio(page, 'Fjord TV')).toBeVisible();
  await expect(page.getByText('Sorry, we do not have this streaming service')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'streaming service' })).toHaveCount(0);
});

test('finds a country by its English name on a Ukrainian page', async ({ page, stack }) => {
  await page.context().addCookies([{ name: 'locale', value: 'uk', url: stack.origin }]);
  await openSetup(page, stack);
  await search(page).fill('germany');
  await expect(page.locator('.picker__row')).toHaveCount(1);
  await expect(page.locator('.picker__row')).toContainText('Німеччина');
});

test('a found city is shown in its country, and Enter chooses it at once', async ({ page, stack }) => {
  await openSetup(page, stack);
  await search(page).fill('Frankfurt');
  await expect(radio(page, 'Frankfurt')).toBeVisible();
  await expect(page.locator('.picker__row--preselected')).toHaveText(/^Frankfurt/);
  await expect(
    page.getByRole('status').filter({ hasText: 'Press Enter to choose Germany, Frankfurt.' }),
  ).toBeAttached();
  await search(page).press('ArrowDown');
  await expect(radio(page, 'Frankfurt')).toBeFocused();
  // Before the debounce ends.
  await search(page).fill('los angeles usa');
  await search(page).press('Enter');
  await expect(radio(page, 'Los Angeles')).toBeChecked();
  await expect(search(page)).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'United States, Los Angeles selected.' })).toBeAttached();
  await expect(page.locator('.sticky-bar')).toContainText('United States, Los Angeles');
});

test('Enter opens a found country with several cities', async ({ page, stack }) => {
  await openSetup(page, stack);
  await search(page).fill('England');
  await search(page).press('Enter');
  await expect(button(page, /^United Kingdom/)).toHaveAttribute('aria-expanded', 'true');
  await expect(radio(page, 'London')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.sticky-bar')).toContainText('United Kingdom, London');
});

test('each server says how busy it is', async ({ page, stack }) => {
  await openSetup(page, stack);
  await expect(radio(page, 'Austria')).toHaveAccessibleDescription(/^(Low|Medium|High) load$/);
  await button(page, /^Germany/).click();
  await expect(radio(page, 'Berlin')).toHaveAccessibleDescription(/^(Low|Medium|High) load$/);
});

test('the locations of the last routers are offered again, to the same account only', async ({ page, stack }) => {
  await openSetup(page, stack);
  const recent = page.getByRole('group', { name: 'Recent' });
  await expect(recent).toHaveCount(0);
  await search(page).fill('vienna');
  await search(page).press('Enter');
  await downloadFile(page);
  await expect(screenTitle(page, 'Configurations')).toBeVisible();
  await page.goto(setup);
  await recent.getByRole('button', { name: 'Austria, Vienna' }).click();
  await expect(radio(page, 'Austria')).toBeChecked();
  await showStreaming(page);
  await expect(recent).toHaveCount(0);
  await button(page, 'Sign out').click();
  await button(page, 'Leave').click();
  await expect(page).toHaveURL('/enter');
  await openSetup(page, stack, 'free@example.com');
  await expect(recent).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the page is the only scroll area, and choosing folds the list', async ({ page, stack }) => {
    await openSetup(page, stack);
    const inner = page.locator('.location-list .picker');
    expect(await inner.evaluate((list) => list.scrollHeight - list.clientHeight)).toBeLessThanOrEqual(1);
    await radio(page, 'Austria').click();
    await expect(inner).toHaveCount(0);
    await expect(button(page, 'List of locations')).toBeFocused();
    await expect(page.locator('.sticky-bar')).toContainText('Austria, Vienna');
    await button(page, 'List of locations').click();
    await expect(radio(page, 'Austria')).toBeChecked();
  });
});

test('announces the number of results, also when there are none', async ({ page, stack }) => {
  await openSetup(page, stack);
  await search(page).fill('united');
  await expect(page.getByRole('status').filter({ hasText: '2 countries' })).toBeAttached();
  await search(page).fill('Atlantis');
  await expect(page.getByRole('status').filter({ hasText: 'Sorry, we do not have this country' })).toBeAttached();
  await showStreaming(page);
  await search(page).fill('Atlantis');
  await expect(page.locator('.picker')).toHaveText('Sorry, we do not have this streaming service in our list.');
  await search(page).press('Escape');
  await expect(radio(page, 'Fjord TV')).toBeVisible();
  await button(page, 'List of locations').click();
  await expect(radio(page, 'Fjord TV')).toHaveCount(0);
});

test('one button selects the recommended location', async ({ page, stack }) => {
  await openSetup(page, stack);
  const optimal = button(page, 'Optimal location: Germany, Frankfurt');
  await expect(optimal).toHaveAttribute('aria-pressed', 'false');
  await optimal.click();
  await expect(optimal).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.sticky-bar')).toContainText('Germany, Frankfurt');
  await expect(button(page, 'Germany Frankfurt')).toBeVisible();
  await radio(page, 'Austria').click();
  await expect(optimal).toHaveAttribute('aria-pressed', 'false');
  await showStreaming(page);
  await expect(optimal).toHaveCount(0);
});
