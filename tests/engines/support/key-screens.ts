import type { KeyScreen } from '../../../scripts/key-screens.ts';
import type { SandboxControl } from '../../support/sandbox-control.ts';
import { anna, expect, requestCode, signIn } from './flow.ts';
import type { Page } from './page.ts';

type Open = (page: Page, sandbox: SandboxControl) => Promise<void>;

const signedIn =
  (email: string, path: string, then: (page: Page) => Promise<void> = async () => undefined): Open =>
  async (page, sandbox) => {
    await signIn(page, sandbox, email);
    await page.goto(path);
    await then(page);
  };

/** Presses a button that opens a dialog of this title. */
const openDialog = (button: string, title: string) => async (page: Page) => {
  await page.click('button', button);
  await page.showsDialog(title);
};

const open: Readonly<Record<KeyScreen, Open>> = {
  'sign-in': (page) => page.goto('/enter'),
  code: (page) => requestCode(page, anna),
  'account-code': (page) => page.goto('/enter/account-code'),
  restore: signedIn('marked@example.com', '/enter?error=RESTORE_ACCOUNT', (page) =>
    page.showsDialog('Wait a minute...'),
  ),
  account: signedIn(anna, '/profile'),
  'account-delete': signedIn('free@example.com', '/profile', openDialog('Delete account', 'Delete your account?')),
  'billing-active': signedIn(anna, '/profile?profile_section=BILLING'),
  cancel: signedIn(anna, '/profile?profile_section=BILLING', openDialog('Cancel subscription', 'Cancel subscription?')),
  devices: signedIn(anna, '/profile?profile_section=DEVICES'),
  router: signedIn(anna, '/profile?profile_section=DEVICES&section=ROUTER'),
};

/** Opens a screen in a browser without a session, and waits until everything is loaded. */
export async function openKeyScreen(name: KeyScreen, page: Page, sandbox: SandboxControl): Promise<void> {
  await open[name](page, sandbox);
  const isReady = () =>
    page.run<boolean>(`return document.querySelector('h1') !== null
      && !('prerendered' in document.documentElement.dataset)
      && document.querySelector('main .skeleton') === null
      && document.fonts.status === 'loaded'`);
  await expect.poll(isReady, { message: `${name} is loaded` }).toBe(true);
}
