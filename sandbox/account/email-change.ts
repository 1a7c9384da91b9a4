import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Locale, readLocale } from '../mails/locale.ts';
import { sendEmailChangeCode, sendEmailChangeLink } from '../mails/send-mails.ts';
import { failedPrecondition, invalid } from '../problem.ts';
import { readEmail, readFields, readText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { authenticate } from '../session/authenticate.ts';
import { generateCode } from '../sign-in/one-time-code.ts';
import type { Account } from '../world/account.ts';
import type { EmailChange } from '../world/email-changes.ts';

const linkSeconds = 3600;
const codeSeconds = 600;

/** Changes an email in three steps: a link to the old address, a code to the new one, then the change. product.md §8 */
export function registerEmailChange(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/web/v1/account/email/request', (request, reply) => {
    const account = authenticate(sandbox, request);
    if (!account.emailIsSet || account.type === 'setapp')
      throw failedPrecondition('this account has no email of its own');
    sendLink(sandbox, account, readLocale(request));
    return reply.send({});
  });

  app.post('/web/v1/account/email/verify', (request, reply) => {
    const fields = readFields(request);
    const email = readEmail(fields, 'new_email');
    const change = sandbox.world.emailChanges.findByToken(readText(fields, 'unique_token'), sandbox.world.clock.now());
    if (!change) throw invalid('unique_token invalid');
    checkSameAccount(sandbox, request, change, email);
    sendCode(sandbox, change, email, readLocale(request));
    return reply.send({});
  });

  app.post('/web/v1/account/email/apply', (request, reply) => {
    const { world } = sandbox;
    const change = world.emailChanges.findByCode(readText(readFields(request), 'otc_code'));
    if (!change?.sent) throw invalid('code invalid');
    if (world.clock.now() >= change.sent.expiresAt) throw failedPrecondition('code expired');
    const account = world.findAccount(change.accountId);
    if (!account || world.findAccountByEmail(change.sent.email))
      throw failedPrecondition('email change is no longer possible');
    account.email = change.sent.email;
    account.emailVerified = true;
    world.emailChanges.deleteAllOf(change.accountId);
    return reply.send({});
  });
}

function sendLink(sandbox: Sandbox, account: Account, locale: Locale): void {
  const { world } = sandbox;
  const token = randomBytes(18).toString('base64url');
  const expiresAt = world.clock.now() + linkSeconds * 1000;
  world.emailChanges.add({ token, accountId: account.id, expiresAt, sent: null });
  sendEmailChangeLink(sandbox, account.email, token, locale);
}

/** A used address and a link opened in the session of another account get the same error. product.md §8 */
function checkSameAccount(sandbox: Sandbox, request: FastifyRequest, change: EmailChange, email: string): void {
  const error = invalid('email is not updated');
  if (sandbox.world.findAccountByEmail(email)) throw error;
  if (request.headers.authorization && authenticate(sandbox, request).id !== change.accountId) throw error;
}

function sendCode(sandbox: Sandbox, change: EmailChange, email: string, locale: Locale): void {
  const code = generateCode();
  change.sent = { email, code, expiresAt: sandbox.world.clock.now() + codeSeconds * 1000 };
  sendEmailChangeCode(sandbox, email, { code, validSeconds: codeSeconds, locale });
}
