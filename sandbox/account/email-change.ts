import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failedPrecondition, invalid } from '../problem.ts';
import { readEmail, readFields, readText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { authenticate } from '../session/authenticate.ts';
import { boundCode } from '../sign-in/mails.ts';
import { drawCode } from '../sign-in/one-time-code.ts';
import type { Account } from '../world/account.ts';
import type { EmailChange } from '../world/email-changes.ts';

const linkSeconds = 3600;
const codeSeconds = 600;

/** The three steps of a new e-mail: a link to the old address, a code to the new one, the code applied. product.md §4, §8 */
export function registerEmailChange(app: FastifyInstance, sandbox: Sandbox): void {
  app.post('/web/v1/account/email/request', (request, reply) => {
    const account = authenticate(sandbox, request);
    if (!account.emailIsSet || account.type === 'setapp')
      throw failedPrecondition('this account has no e-mail of its own');
    sendLink(sandbox, account);
    return reply.send({});
  });

  app.post('/web/v1/account/email/verify', (request, reply) => {
    const fields = readFields(request);
    const email = readEmail(fields, 'new_email');
    const change = sandbox.world.emailChanges.findByToken(readText(fields, 'unique_token'), sandbox.world.clock.now());
    if (!change) throw invalid('unique_token invalid');
    refuseOtherAccounts(sandbox, request, change, email);
    sendCode(sandbox, change, email);
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
    world.emailChanges.forget(change);
    return reply.send({});
  });
}

function sendLink({ world, settings }: Sandbox, account: Account): void {
  const token = randomBytes(18).toString('base64url');
  world.emailChanges.add({
    token,
    accountId: account.id,
    expiresAt: world.clock.now() + linkSeconds * 1000,
    sent: null,
  });
  const link = `${settings.productOrigin}/change-email?token=${token}`;
  world.mailbox.send({
    to: account.email,
    subject: 'Change your e-mail address',
    text: `Open this link within an hour to choose another address:\n${link}\n\nIf it was not you, do nothing.`,
    code: null,
    link,
  });
}

/** Taken addresses, and a link of one account opened while signed in as another: the same refusal. product.md §8 */
function refuseOtherAccounts(sandbox: Sandbox, request: FastifyRequest, change: EmailChange, email: string): void {
  const refusal = invalid('email is not updated');
  if (sandbox.world.findAccountByEmail(email)) throw refusal;
  if (request.headers.authorization && authenticate(sandbox, request).id !== change.accountId) throw refusal;
}

function sendCode({ world, settings }: Sandbox, change: EmailChange, email: string): void {
  const code = drawCode();
  change.sent = { email, code, expiresAt: world.clock.now() + codeSeconds * 1000 };
  world.mailbox.send({
    to: email,
    subject: `${code} confirms your new e-mail address`,
    text: `Type ${code} on the page where you asked for the change.\n\n${boundCode(settings.productOrigin, code)}`,
    code,
    link: null,
  });
}
