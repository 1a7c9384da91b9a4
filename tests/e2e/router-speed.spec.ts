import { measureLongestTask } from './support/longest-task.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// Playwright's trace snapshots the page on the measured thread.
test.use({ trace: 'off' });

test('typing in a catalog of 500 entries never blocks for more than 50 ms', async ({ browser, page, stack }) => {
  await signIn(page, stack, 'anna.lindqvist@example.com');
  await page.route('**/web/v1/shortcut/get-router-setup', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const [group] = body.shortcut_groups;
    const some = group.shortcuts;
    group.shortcuts = Array.from({ length: 500 }, (_, index) => ({
      ...some[index % some.length],
      id: `entry-${index}`,
      title: { en: `${some[index % some.length].title.en} ${index}` },
    }));
    await route.fulfill({ response, json: body });
  });
  await page.goto('/profile?profile_section=DEVICES&section=ROUTER');
  await page.locator('.picker__row').first().waitFor();
  const search = page.getByRole('searchbox');
  const all = await page.locator('.picker__row').count();
  expect(all).toBeGreaterThan(450);
  const longest = await measureLongestTask(browser, page, async () => {
    for (const [text, first] of [
      ['ger', /^Germany/],
      ['s', /./],
      ['sweden', /^Sweden/],
      ['united kingdom', /^United Kingdom/],
    ] as const) {
      await search.pressSequentially(text, { delay: 30 });
      await expect(page.locator('.picker__row').first()).toContainText(first);
      await search.press('Escape');
      await expect(page.locator('.picker__row')).toHaveCount(all);
    }
  });
  expect(longest).toBeLessThanOrEqual(50);
});
