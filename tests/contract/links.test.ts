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

/** Opens a link that leads to the product, and tells where it ends up: path and query. */
async function follow(link: string): Promise<string> {
  const { origin, pathname, search } = new URL(link);
  expect(origin).toBe(stack.origin);
  const answer = await visitor.open(`${pathname}${search}`);
  expect(answer.status).toBe(303);
  const target = new URL(answer.headers.location ?? '');
  expect(target.origin).toBe(stack.origin);
  return `${target.pathname}${target.search}`;
}

test.each([
  [calls.signInWithGoogle, 'google', 'google'],
  [calls.signInWithApple, 'apple', 'apple-id'],
  [calls.signInWithSetapp, 'setapp', 'setapp'],
])(
  '$path leads to the provider and back, signed in, with no token left in the address',
  async (call, provider, authType) => {
    const away = await visitor.send(call).redirects(0);
    expect((await request(away.headers.location ?? '').get('')).text).toContain('Continue');
    const email = `someone-new-at-${provider}@example.com`;
    const back = await request(stack.sandboxOrigin)
      .post(`/oauth/${provider}`)
      .type('form')
      .send({ another: email, answer: 'continue' })
      .redirects(0);
    expect(await follow(back.headers.location ?? '')).toBe('/profile');
    expect((await visitor.readSession()).body).toEqual({ signedIn: true, authType });
    expect((await visitor.send(calls.profile)).body.profile.email).toBe(email);
  },
);

test('a visitor who thinks better of it at the provider comes back without a session', async () => {
  const back = await request(stack.sandboxOrigin)
    .post('/oauth/google')
    .type('form')
    .send({ answer: 'cancel' })
    .redirects(0);
  expect(back.headers.location).toBe(`${stack.origin}/enter?error=OAUTH_CANCELLED`);
  expect((await visitor.readSession()).body).toMatchObject({ signedIn: false });
});

test('the link in the newsletter’s mail signs in and loses its token', async () => {
  await signInByCode(stack.origin, sandbox, 'reader@example.com');
  const { link } = await sandbox.readMail('reader@example.com');
  expect(link).toContain('/email/subscription-confirmed?permanent_access_token=');
  expect(await follow(link ?? '')).toBe('/email/subscription-confirmed');
  expect((await visitor.send(calls.profile)).body.profile.email).toBe('reader@example.com');
});

test('the link of an e-mail change keeps its token, which signs nobody in', async () => {
  const client = await signInByCode(stack.origin, sandbox, 'mover@example.com');
  await client.send(calls.requestEmailChange);
  const { pathname, search } = new URL((await sandbox.readMail('mover@example.com')).link ?? '');
  expect(search).toContain('token=');
  expect((await visitor.open(`${pathname}${search}`)).status).toBe(200);
  expect((await visitor.readSession()).body).toMatchObject({ signedIn: false });
});

test('a link with an unknown token leads to the sign-in page', async () => {
  expect(await follow(`${stack.origin}/profile?permanent_access_token=unknown&plan=binge-1m`)).toBe(
    '/enter?plan=binge-1m&error=SIGN_IN_FAILED',
  );
});
