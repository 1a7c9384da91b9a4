import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { calls } from '#shared/calls.ts';
import { codes } from '#shared/problem.ts';
import type { Config } from '../config.ts';
import { clientNetwork } from '../http/client-network.ts';
import { JsonBody } from '../http/json-body.ts';
import { Problem } from '../http/problem.ts';
import { pathOf } from '../http/request-url.ts';
import { rangeMatcher } from './client-address.ts';
import { createRateLimiter, hashMailbox, type Limit, normalizeEmail } from './rate-limiter.ts';
import type { RateBucket } from './route-policy.ts';
import { isFromElsewhere } from './same-origin.ts';

const minuteMs = 60_000;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts one request of the client in a bucket.
     * @returns 0 when it may pass, else the seconds until it may
     */
    countRequest(bucket: RateBucket, request: FastifyRequest): number | Promise<number>;
  }
}

/** An e-mail in a request's body, and how often it may occur there. */
interface EmailLimit extends Limit {
  readonly member: 'email' | 'new_email';
}

/**
 * Limits per client network (http/client-network.ts) by the route's bucket, and of the codes that are sent and
 * checked: per e-mail, or where a call names none, in all. decisions.md §2
 */
async function rateLimit(app: FastifyInstance, config: Config): Promise<void> {
  const { signInPerMinute, callsPerMinute, codesPerEmail, attemptsPerEmail, exempt } = config.rateLimits;
  const take = createRateLimiter(app.redis);
  const isExempt = rangeMatcher(exempt);
  const buckets: Record<RateBucket, Limit> = {
    'sign-in': { name: 'sign-in', max: signInPerMinute, windowMs: minuteMs },
    calls: { name: 'calls', max: callsPerMinute, windowMs: minuteMs },
    // Other sites can start these, and send reports, through a visitor's browser: they must not use up the calls.
    'social sign-in': { name: 'social sign-in', max: callsPerMinute, windowMs: minuteMs },
    reports: { name: 'reports', max: callsPerMinute, windowMs: minuteMs },
  };
  const codeRequests: Limit = { name: 'codes', max: codesPerEmail, windowMs: 10 * minuteMs };
  const codeAttempts: Limit = { name: 'attempts', max: attemptsPerEmail, windowMs: 10 * minuteMs };
  // Its code names no e-mail: the attempts of all clients count as one, so that more networks give no more guesses. One
  // network can use a tenth of them, so that it does not keep all others from changing their e-mail.
  const unnamedOfNetwork: Limit = { ...codeAttempts, name: 'unnamed attempts of a network' };
  const unnamedAttempts: Limit = { ...codeAttempts, name: 'unnamed attempts', max: 10 * attemptsPerEmail };
  const emailLimits = new Map<string, EmailLimit>([
    [calls.requestOneTimeCode.path, { ...codeRequests, member: 'email' }],
    [calls.verifyNewEmail.path, { ...codeRequests, member: 'new_email' }],
    [calls.verifyOneTimeCode.path, { ...codeAttempts, member: 'email' }],
  ]);

  app.decorate('countRequest', (bucket, request) =>
    isExempt(request.clientAddress) ? 0 : take(buckets[bucket], clientNetwork(request.clientAddress)),
  );

  app.addHook('onRequest', async (request) => {
    const bucket = bucketOf(request);
    const seconds = bucket === 'none' ? 0 : await app.countRequest(bucket, request);
    if (seconds > 0) throw refuse(seconds, 'rate limit');
  });

  app.addHook('onRoute', (route) => {
    if (route.url === calls.applyNewEmail.path) {
      const limitUnnamed = async ({ clientAddress }: FastifyRequest) => {
        const ofNetwork = await take(unnamedOfNetwork, clientNetwork(clientAddress));
        const seconds = ofNetwork > 0 ? ofNetwork : await take(unnamedAttempts, 'all');
        if (seconds > 0) throw refuse(seconds, 'e-mail limit');
      };
      route.preHandler = [route.preHandler ?? [], limitUnnamed].flat();
    }
    const limit = emailLimits.get(route.url);
    if (!limit) return;
    const limitEmail = async (request: FastifyRequest) => {
      const body = request.body as JsonBody | undefined;
      if (!body) return;
      const { value } = body;
      const mailbox = readMailbox(value, limit.member);
      // The upstream gets what was counted: of two equal names, its parser might read the other one.
      request.body = new JsonBody(Buffer.from(JSON.stringify(value)));
      const seconds = mailbox === null ? 0 : await take(limit, mailbox);
      if (seconds > 0) throw refuse(seconds, 'e-mail limit');
    };
    route.preHandler = [route.preHandler ?? [], limitEmail].flat();
  });
}

/**
 * Unknown calls are counted, too, so that guessing is limited. What no page of ours has sent is refused as a call
 * (same-origin.ts, routes/extension.ts), and not counted: another site can send it through a visitor's browser.
 */
function bucketOf(request: FastifyRequest): RateBucket | 'none' {
  const { rate = 'none' } = request.routeOptions.config;
  if (rate === 'calls' && isFromElsewhere(request.headers)) return 'none';
  return rate === 'none' && pathOf(request).startsWith('/web/') ? 'calls' : rate;
}

/**
 * The hash of the mailbox in a body. Some parsers ignore the case of keys, and some take `newEmail` for `new_email`:
 * keys are compared without both.
 * @throws {Problem} for several different e-mails, or for one that is not a string: parsers disagree on both; and for
 * one that is too long
 */
function readMailbox(value: unknown, member: EmailLimit['member']): string | null {
  // A text has entries, too: one for each of its 65,000 characters.
  if (typeof value !== 'object' || value === null) return null;
  const emails = Object.entries(value).flatMap(([key, email]) =>
    spellingOf(key) === spellingOf(member) ? [email] : [],
  );
  const refused = new Problem(codes.invalidArgument, 'One e-mail is needed', { reason: 'malformed' });
  // A hash takes a quarter of a millisecond, and a name has a thousand spellings.
  if (emails.length > maxSpellings || !emails.every(isPossibleEmail)) throw refused;
  if (new Set(emails.map(normalizeEmail)).size > 1) throw refused;
  const [email] = emails;
  return email === undefined ? null : hashMailbox(email);
}

const spellingOf = (key: string): string => key.toLowerCase().replaceAll('_', '');

/** Of the same name in one body, like `email` and `Email`. */
const maxSpellings = 2;

/**
 * RFC 5321: 64 characters, `@` and 255. To normalize a text takes the square of its length, up to a second for a body's
 * 64 kB.
 */
const maxEmailLength = 320;

/**
 * Of names, comments, quotes and lists: an upstream that parses these finds another address than the one that is
 * counted.
 */
const addressSyntax = /[<>()[\],;:\\"]|@.*@/s;

const isPossibleEmail = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxEmailLength && !addressSyntax.test(value.normalize('NFKC'));

const refuse = (seconds: number, reason: 'rate limit' | 'e-mail limit'): Problem =>
  new Problem(codes.resourceExhausted, 'Too many requests', { headers: { 'retry-after': String(seconds) }, reason });

export const rateLimitPlugin = fastifyPlugin(rateLimit, {
  name: 'rate-limit',
  dependencies: ['error-handler', 'client-address', 'redis'],
});
