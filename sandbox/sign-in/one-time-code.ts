import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { readLocale } from '../mails/locale.ts';
import { sendNewsletterMail, sendSignInMail } from '../mails/send-mails.ts';
import { invalid, Problem } from '../problem.ts';
import { readEmail, readFields, readOptionalText, readText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import type { OneTimeCode } from '../world/world.ts';

/** Sign-in by a code of six digits; an email that is not known becomes a new account. product.md §7, §8 */
export function registerOneTimeCode(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/web/v1/account/one-time-code/request', (request, reply) => {
    const fields = readFields(request);
    const email = readEmail(fields, 'email');
    readOptionalText(fields, 'recaptcha_token');
    readOptionalText(fields, 'recaptcha_site_key');
    const { world, settings } = sandbox;
    const code = generateCode();
    const expiresAt = world.clock.now() + settings.oneTimeCodeSeconds * 1000;
    world.oneTimeCodes.set(email, { code, expiresAt, used: false, wrongAttempts: 0 });
    sendSignInMail(sandbox, email, code, readLocale(request));
    return reply.send({});
  });

  app.post('/web/v1/account/one-time-code/verify', (request, reply) => {
    const fields = readFields(request);
    const email = readEmail(fields, 'email');
    const code = readText(fields, 'code');
    readOptionalText(fields, 'recaptcha_token');
    readOptionalText(fields, 'recaptcha_site_key');
    const { world } = sandbox;
    checkCode(world.oneTimeCodes.get(email), code, world.clock.now());
    const known = world.findAccountByEmail(email);
    if (known?.deletion?.profile === 'refused') throw invalid('AccountDeleted');
    const account = known ?? world.registerAccount(email, { locale: readLocale(request) });
    if (!known) sendNewsletterMail(sandbox, account);
    return reply.send(world.tokens.issue(account.id));
  });
}

const maxWrongAttempts = 10;

/** Uses up a code, or throws: it is wrong, used or expired, or there were too many wrong attempts. product.md §8 */
function checkCode(sent: OneTimeCode | undefined, code: string, now: number): void {
  if (!sent) throw invalid('code invalid');
  if (sent.wrongAttempts >= maxWrongAttempts) throw new Problem(429, 8, 'too many attempts');
  if (sent.code !== code) {
    sent.wrongAttempts += 1;
    throw invalid('code invalid');
  }
  if (sent.used) throw invalid('code used');
  if (now >= sent.expiresAt) throw invalid('code expired');
  sent.used = true;
}

/** Six digits, possibly with leading zeros. */
export const generateCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');
