import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { type Call, type CallName, calls } from '#shared/calls.ts';
import type { DocumentedCall } from '#shared/contract/documented-call.ts';
import { contract } from '#shared/contract.ts';
import { ErrorBody } from '#shared/entity.ts';
import type { Client } from '../support/client.ts';
import { controlSandbox, signIn } from '../support/sandbox-control.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let client: Client;

beforeAll(async () => {
  // Bad attempts are what is tried here, many times over.
  stack = await startStack({ env: { RATE_LIMIT_ATTEMPTS_PER_EMAIL: '1000', RATE_LIMIT_CODES_PER_EMAIL: '1000' } });
  client = await signIn(stack.origin, controlSandbox(stack.sandboxOrigin), 'anna.lindqvist@example.com');
});
afterAll(() => stack.close());

const withBody = (Object.keys(calls) as CallName[]).filter(
  // The gateway writes the body of these two.
  (name) => contract[name].request && name !== 'refreshTokens' && name !== 'deleteAccount',
);

/** The example with one field left out, or of another type. */
function* spoil(example: object): Iterable<readonly [string, object]> {
  for (const field of Object.keys(example).filter((name) => !lenient.has(name))) {
    yield [`${field} left out`, { ...example, [field]: undefined }];
    for (const value of [null, 42, '', [], {}]) {
      yield [`${field} = ${JSON.stringify(value)}`, { ...example, [field]: value }];
    }
  }
}

// The captcha's token may be empty or absent where its script is blocked, and attribution is never a reason to refuse.
const lenient = new Set(['recaptcha_token', 'recaptcha_site_key', 'analytics', 'analytics_data']);

describe.each(withBody)('%s', (name) => {
  const call: Call = calls[name];
  const { request, requestExample }: DocumentedCall = contract[name];

  test('refuses JSON that does not parse, JSON that is no object and what is no JSON', async () => {
    const json = { 'content-type': 'application/json' };
    for (const body of ['{"cut', 'null', '42', '"text"', '[]']) {
      const answer = await client.send(call, { headers: json }).send(body);
      expect([body, answer.status, answer.body.code]).toEqual([body, 400, 3]);
    }
    const form = await client
      .send(call, { headers: { 'content-type': 'application/x-www-form-urlencoded' } })
      .send('a=b');
    expect([form.status, form.body.code]).toEqual([415, 3]);
  });

  test('refuses every body that its schema refuses, and says why in the upstream’s shape', async () => {
    for (const [what, body] of spoil(requestExample as object)) {
      if (request && safeParse(request, body).success) continue;
      const answer = await client.send(call, { body });
      expect([what, answer.status, answer.body.code]).toEqual([what, 400, 3]);
      expect(ErrorBody.safeParse(answer.body).success).toBe(true);
    }
  });
});
