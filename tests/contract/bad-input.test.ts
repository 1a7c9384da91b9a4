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
  // Without limits, because these tests make many invalid attempts.
  stack = await startStack({ env: { RATE_LIMIT_ATTEMPTS_PER_EMAIL: '1000', RATE_LIMIT_CODES_PER_EMAIL: '1000' } });
  client = await signIn(stack.origin, controlSandbox(stack.sandboxOrigin), 'anna.lindqvist@example.com');
});
afterAll(() => stack.close());

const withBody = (Object.keys(calls) as CallName[]).filter(
  // The gateway writes the bodies of these two.
  (name) => contract[name].request && name !== 'refreshTokens' && name !== 'deleteAccount',
);

/** Yields the example with one field missing or of another type. */
function* spoilExample(example: object): Iterable<readonly [string, object]> {
  for (const field of Object.keys(example).filter((name) => !lenient.has(name))) {
    yield [`${field} missing`, { ...example, [field]: undefined }];
    for (const value of [null, 42, '', [], {}]) {
      yield [`${field} = ${JSON.stringify(value)}`, { ...example, [field]: value }];
    }
  }
}

// The captcha token may be missing if its script is blocked, and invalid attribution never fails a call.
const lenient = new Set(['recaptcha_token', 'recaptcha_site_key', 'analytics', 'analytics_data']);

describe.each(withBody)('%s', (name) => {
  const call: Call = calls[name];
  const { request, requestExample }: DocumentedCall = contract[name];

  test('rejects malformed JSON, JSON other than an object, and other content types', async () => {
    const json = { 'content-type': 'application/json' };
    for (const body of ['{"cut', 'null', '42', '"text"', '[]']) {
      const response = await client.send(call, { headers: json }).send(body);
      expect([body, response.status, response.body.code]).toEqual([body, 400, 3]);
    }
    const form = await client
      .send(call, { headers: { 'content-type': 'application/x-www-form-urlencoded' } })
      .send('a=b');
    expect([form.status, form.body.code]).toEqual([415, 3]);
  });

  test('rejects every body that violates its schema, with an error in the upstream’s shape', async () => {
    for (const [what, body] of spoilExample(requestExample as object)) {
      if (request && safeParse(request, body).success) continue;
      const response = await client.send(call, { body });
      expect([what, response.status, response.body.code]).toEqual([what, 400, 3]);
      expect(ErrorBody.safeParse(response.body).success).toBe(true);
    }
  });
});
