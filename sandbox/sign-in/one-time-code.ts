import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { invalid } from '../problem.ts';
import { readEmail, readFields, readOptionalText, readText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { sendNewsletterMail, sendSignInMail } from './mails.ts';

/** Sign-in by a code of six digits; an e-mail that is not known becomes a new account. product.md §7, §8 */
export function registerOneTimeCode(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/web/v1/account/one-time-code/request', (request, reply) => {
    const fields = readFields(request);
    const email = readEmail(fields, 'email');
    readOptionalText(fields, 'recaptcha_token');
    readOptionalText(fields, 'recaptcha_site_key');
    const { world, settings } = sandbox;
    const code = drawCode();
    world.oneTimeCodes.set(email, { code, expiresAt: world.clock.now() + settings.oneTimeCodeSeconds * 1000 });
    sendSignInMail(sandbox, email, code);
    return reply.send({});
  });

  app.post('/web/v1/account/one-time-code/verify', (request, reply) => {
    const fields = readFields(request);
    const email = readEmail(fields, 'email');
    const code = readText(fields, 'code');
    readOptionalText(fields, 'recaptcha_token');
    readOptionalText(fields, 'recaptcha_site_key');
    const { world } = sandbox;
    const sent = world.oneTimeCodes.get(email);
    if (sent?.code !== code) throw invalid('code invalid');
    if (world.clock.now() >= sent.expiresAt) throw invalid('code expired');
    world.oneTimeCodes.delete(email);
    const known = world.findAccountByEmail(email);
    if (known?.deletion?.profile === 'refused') throw invalid('AccountDeleted');
    const account = known ?? world.registerAccount(email);
    if (!known) sendNewsletterMail(sandbox, account);
    return reply.send(world.tokens.issue(account.id));
  });
}

/** Six digits; a zero in front is as good as any other. */
export const drawCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');
