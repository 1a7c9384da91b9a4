import type { Screen } from './check-screen.ts';
import { screenTitle } from './screen-title.ts';
import { signIn } from './sign-in.ts';

/** Opens a URL and waits for its heading. */
export const at =
  (path: string): Screen['open'] =>
  async (page) => {
    await page.goto(path);
    await screenTitle(page).waitFor();
  };

/** The same, signed in. */
export const signedIn =
  (email: string, path = '/profile'): Screen['open'] =>
  async (page, stack) => {
    await signIn(page, stack, email);
    await at(path)(page, stack);
  };
