import { Browser } from './browser.ts';
import type { Lab } from './lab.ts';
import { Tally } from './tally.ts';

/** A visitor with a token in the address, which no log may show. @returns whether it has signed them in */
export async function visitByLink(lab: Lab): Promise<boolean> {
  const accounts = (await (await fetch(`${lab.sandboxOrigin}/sandbox/accounts`)).json()) as {
    readonly email: string;
    readonly permanentToken: string;
  }[];
  const [account] = accounts.filter(({ email }) => email === 'anna.lindqvist@example.com');
  if (!account) throw new Error('the sandbox has no such account');
  const visitor = new Browser(lab, account.email, new Tally());
  await visitor.send('GET', `/profile?token=${encodeURIComponent(account.permanentToken)}&utm_source=mail`);
  return visitor.isSignedIn();
}
