import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { cookiesAfter, type RequestOptions, sendRequest } from '../support/send-request.ts';
import { bodies, paths, requestHeaders, tokens, upstreamControl } from './shape.ts';
import type { Target, Targets } from './targets.ts';

/** The last request that the upstream received. */
interface Received {
  readonly head: string;
  readonly body: string;
}

/**
 * The cookies that a browser would send to this target. Only the gateway can seal them.
 * @param permanentToken which the upstream exchanges for a pair
 */
export async function cookiesFor({ origin, isGateway }: Target, permanentToken = 'valid'): Promise<string> {
  if (!isGateway) return `access_token=${tokens.access}; refresh_token=${tokens.refresh}; locale=de; theme=dark`;
  const body = { perm_token: permanentToken };
  const response = await sendRequest(origin, paths.signIn, { method: 'POST', body });
  return `${cookiesAfter(response)}; locale=de; theme=dark`;
}

/** Checks that a target does the work, before it is measured. */
export async function checkTarget(targets: Targets, target: Target, cookie: string): Promise<void> {
  const { name, origin, isGateway } = target;
  const expectBody = async (path: string, body: string, options: RequestOptions, what: string) => {
    const { status, text } = await sendRequest(origin, path, options);
    assert.deepEqual([status, text], [200, body], `${name}: ${what}`);
  };
  const headers = requestHeaders(cookie);
  await expectBody(paths.small, bodies.small, { headers }, 'small response');
  await expectBody(paths.large, bodies.large, { headers }, 'large response');
  await expectBody(paths.post, bodies.posted, { method: 'POST', headers, body: bodies.sent }, 'response to a body');
  const { head, body } = await readReceived(targets);
  assert.equal(body, bodies.sent, `${name}: the body is sent`);
  if (!isGateway) return;

  for (const line of [`authorization: ${tokens.access}`, 'trace-id: ', 'app-identity: ', 'user-locale: de']) {
    assert.ok(head.toLowerCase().includes(line), `${name}: ${line} is sent`);
  }
  assert.ok(!/^cookie:/im.test(head), `${name}: no cookie is sent`);
  assert.ok(!cookie.includes(tokens.access), `${name}: cookies are sealed`);
  const expired = requestHeaders(await cookiesFor(target, 'expired'));
  await expectBody(paths.small, bodies.small, { headers: expired }, 'refresh and retry');
  await disconnectMidBody(origin, cookie);
  await expectBody(paths.large, bodies.large, { headers }, 'after aborts');
}

async function readReceived({ upstreamOrigin }: Targets): Promise<Received> {
  return (await sendRequest(upstreamOrigin, upstreamControl.last)).json() as Received;
}

async function disconnectMidBody(origin: string, cookie: string): Promise<void> {
  for (let index = 0; index < 100; index += 1) {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write(`GET ${paths.large} HTTP/1.1\r\nHost: bench\r\nCookie: ${cookie}\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
  }
}
