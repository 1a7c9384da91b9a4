import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type Client, openClient } from '../support/client.ts';
import { controlSandbox, type SandboxControl, signInByCode } from '../support/sandbox-control.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let sandbox: SandboxControl;
let visitor: Client;

beforeAll(async () => {
  stack = await startStack();
  sandbox = controlSandbox(stack.sandboxOrigin);
});
beforeEach(async () => {
  await sandbox.reset();
  visitor = openClient(stack.origin);
});
afterAll(() => stack.close());

/** Opens a link to the product. @returns path and query of the page that it redirects to */
async function follow(link: string): Promise<string> {
  const { origin, pathname, search } = new URL(link);
  expect(origin).toBe(stack.origin);
  const response = await visitor.open(`${pathname}${search}`);
  expect(response.status).toBe(303);
  const target = new URL(response.headers.location ?? '');
  expect(target.origin).toBe(stack.origin);
  return `${target.pathname}${target.search}`;
}

test.each([
  [calls.signInWithGoogle, 'google', 'google'],
  [calls.signInWithApple, 'apple', 'apple-id'],
  [calls.signInWithSetapp, 'setapp', 'setapp'],
])('$path signs in and leaves no token in the URL', async (call, provider, authType) => {
  const away = await visitor.send(call).redirects(0);
  expect((await request(away.headers.location ?? '').get('')).text).toContain('Continue');
  const email = `someone-new-at-${provider}@example.com`;
  const back = await request(stack.sandboxOrigin)
    .post(`/oauth/${provider}`)
    .type('form')
    .send({ another: email, decision: 'continue' })
    .redirects(0);
  expect(await follow(back.headers.location ?? '')).toBe('/profile');
  expect((await visitor.readSession()).body).toEqual({ signedIn: true, authType });
  expect((await visitor.send(calls.profile)).body.profile.email).toBe(email);
});

test('a consent that is canceled creates no session', async () => {
  const back = await request(stack.sandboxOrigin)
    .post('/oauth/google')
    .type('form')
    .send({ decision: 'cancel' })
    .redirects(0);
  expect(back.headers.location).toBe(`${stack.origin}/enter?error=OAUTH_CANCELLED`);
  expect((await visitor.readSession()).body).toMatchObject({ signedIn: false });
});

test('the newsletter link signs in, and its token leaves the URL', async () => {
  await signInByCode(stack.origin, sandbox, 'reader@example.com');
  const { link } = await sandbox.readMail('reader@example.com');
  expect(link).toContain('/email/subscription-confirmed?permanent_access_token=');
  expect(await follow(link ?? '')).toBe('/email/subscription-confirmed');
  expect((await visitor.send(calls.profile)).body.profile.email).toBe('reader@example.com');
});

test('the e-mail-change link keeps its token and does not sign in', async () => {
  const client = await signInByCode(stack.origin, sandbox, 'mover@example.com');
  await client.send(calls.requestEmailChange);
  const { pathname, search } = new URL((await sandbox.readMail('mover@example.com')).link ?? '');
  expect(search).toContain('token=');
  expect((await visitor.open(`${pathname}${search}`)).status).toBe(200);
  expect((await visitor.readSession()).body).toMatchObject({ signedIn: false });
});

test('a link with an unknown token redirects to the sign-in page', async () => {
  expect(await follow(`${stack.origin}/profile?permanent_access_token=unknown&plan=binge-1m`)).toBe(
    '/enter?plan=binge-1m&error=SIGN_IN_FAILED',
  );
});
