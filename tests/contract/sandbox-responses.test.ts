import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountCoupon } from '#shared/billing.ts';
import { calls } from '#shared/calls.ts';
import { ErrorBody } from '#shared/entity.ts';
import { type Profile, ProfileResponse } from '#shared/profile.ts';
import { RefreshRequest, Tokens } from '#shared/sign-in.ts';
import {
  loginVendors,
  paymentMethodVendors,
  profileStates,
  profileTypes,
  subscriptionVendors,
} from '#shared/wire-values.ts';
import { controlSandbox, type SandboxControl } from '../support/sandbox-control.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let sandbox: SandboxControl;

beforeAll(async () => {
  stack = await startStack();
  sandbox = controlSandbox(stack.sandboxOrigin);
});
afterAll(() => stack.close());

const send = (call: { readonly path: string }, body: object) => request(stack.sandboxOrigin).post(call.path).send(body);

test('every sign-in call and the refresh return tokens to the gateway', async () => {
  const email = 'anna.lindqvist@example.com';
  const { permanentToken, accountCode } = await sandbox.findAccount(email);
  await send(calls.requestOneTimeCode, { email, recaptcha_token: '', recaptcha_site_key: '' });
  const { code } = await sandbox.readMail(email);
  const responses = [
    await send(calls.signInWithPermanentToken, { perm_token: permanentToken }),
    await send(calls.signInWithAccountCode, { code: accountCode }),
    await send(calls.verifyOneTimeCode, { email, code, recaptcha_token: '', recaptcha_site_key: '' }),
  ];
  const { refresh_token } = Tokens.parse(responses[0]?.body);
  responses.push(await send(calls.refreshTokens, RefreshRequest.parse({ refresh_token })));
  for (const { status, body } of responses) {
    expect(status).toBe(200);
    expect(Tokens.parse(body)).toEqual({
      access_token: expect.stringMatching(/^sandbox-access-/),
      refresh_token: expect.stringMatching(/^sandbox-refresh-/),
    });
  }
});

const without = (wanted: readonly string[], seen: readonly unknown[]) =>
  wanted.filter((value) => !seen.includes(value));

const incomplete = ['odd-missing@example.com', 'odd-null@example.com'];

/** The valid profiles of the ready-made accounts, by e-mail. */
async function readProfiles(): Promise<Map<string, Profile>> {
  const profiles = new Map<string, Profile>();
  for (const { email, permanentToken } of await sandbox.listAccounts()) {
    const { access_token } = (await send(calls.signInWithPermanentToken, { perm_token: permanentToken })).body;
    const { status, body } = await request(stack.sandboxOrigin)
      .get(`${calls.profile.path}?include_payment_data=true`)
      .set('authorization', access_token);
    const coupon = await send(calls.accountCoupon, {}).set('authorization', access_token);
    expect([email, AccountCoupon.safeParse(coupon.body).error?.issues]).toEqual([email, undefined]);
    if (incomplete.includes(email)) {
      // The client reports such a profile and uses it anyway. product.md §3
      expect([email, ProfileResponse.safeParse(body).success]).toEqual([email, false]);
    } else if (status === 200) {
      expect([email, ProfileResponse.safeParse(body).error?.issues]).toEqual([email, undefined]);
      profiles.set(email, body.profile);
    } else {
      expect([email, ErrorBody.parse(body)]).toEqual([email, { code: 3, message: 'AccountDeleted' }]);
    }
  }
  return profiles;
}

test('every ready-made account has a profile of the schema or is deleted, and all kinds of product.md are among them', async () => {
  const profiles = [...(await readProfiles()).values()];
  const seen = (values: readonly unknown[]) => [...new Set(values)];
  const missing = {
    types: without(profileTypes, seen(profiles.map(({ type }) => type))),
    states: without(profileStates, seen(profiles.map(({ state }) => state))),
    subscriptionVendors: without(subscriptionVendors, seen(profiles.map(({ subscription }) => subscription?.vendor))),
    paymentMethodVendors: without(
      paymentMethodVendors,
      seen(profiles.map(({ payment_data }) => payment_data?.payment_method?.vendor)),
    ),
    loginVendors: without(
      [
        ...loginVendors,
        'account_oauth_default',
        'account_oauth_apple',
        'account_oauth_google',
        'account_oauth_facebook',
      ],
      seen(profiles.map(({ oauth_credentials }) => oauth_credentials?.vendor)),
    ),
  };
  expect(missing).toEqual({
    types: [],
    states: [],
    subscriptionVendors: [],
    paymentMethodVendors: [],
    loginVendors: [],
  });
});
