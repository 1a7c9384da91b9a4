import type { Sandbox } from '../sandbox.ts';
import type { Account } from '../world/account.ts';

const mailTokenSeconds = 30 * 86_400;

/**
 * The last line of a mail with a code, by which mail programs fill the code in on that site and on no other:
 * "domain-bound codes".
 */
export const boundCode = (productOrigin: string, code: string): string =>
  `@${new URL(productOrigin).hostname} #${code}`;

export function sendSignInMail({ world, settings }: Sandbox, email: string, code: string): void {
  const link = `${settings.productOrigin}/enter?OTC_CODE=${code}`;
  world.mailbox.send({
    to: email,
    subject: `${code} is your sign-in code`,
    text: `Your sign-in code is ${code}. It is good for ten minutes.\n\nOr open this link in the browser you started in:\n${link}\n\n${boundCode(settings.productOrigin, code)}`,
    code,
    link,
  });
}

/** Asks for a confirmation; the link signs in, for whoever reads the mail owns the address. */
export function sendNewsletterMail({ world, settings }: Sandbox, account: Account): void {
  const token = world.permanentTokens.issue(account.id, mailTokenSeconds);
  const link = `${settings.productOrigin}/email/subscription-confirmed?permanent_access_token=${token}`;
  world.mailbox.send({
    to: account.email,
    subject: 'Confirm your newsletter subscription',
    text: `One more step to hear from us once a month:\n${link}\n\nIf it was not you, do nothing.`,
    code: null,
    link,
  });
}
