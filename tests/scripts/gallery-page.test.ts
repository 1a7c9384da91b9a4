import { expect, test } from 'vitest';
import { describeReadyAccounts } from '../../sandbox/world/accounts/ready-accounts.ts';
import { writeGalleryPage } from '../../scripts/gallery-page.ts';

const accounts = describeReadyAccounts((days) => Date.now() + days * 86_400_000);

test('the gallery has every account of the sandbox: both sections, both widths, both themes', () => {
  const page = writeGalleryPage(accounts, ['components-390-light.png']);
  expect(accounts.length).toBeGreaterThan(50);
  for (const { email } of accounts) {
    for (const section of ['account', 'billing']) {
      for (const width of [390, 1280]) {
        for (const theme of ['light', 'dark']) {
          expect(page).toContain(`src="accounts/${email}-${section}-${width}-${theme}.png"`);
        }
      }
    }
  }
  expect(page.match(/<img/g)).toHaveLength(accounts.length * 8 + 1);
});
