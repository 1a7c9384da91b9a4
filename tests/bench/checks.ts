import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { cookiesAfter, type RequestOptions, sendRequest } from '../support/send-request.ts';
import type { Contender, Field } from './contenders.ts';
import { bodies, paths, requestHeaders, tokens, upstreamControl } from './shape.ts';

/** What the upstream got last. */
export interface Received {
  readonly head: string;
  readonly body: string;
}

const pairOf = (access: string) => `access_token=${access}; refresh_token=${tokens.refresh}; locale=de; theme=dark`;

/** The cookies that a browser would send to this contender. Sealed ones only it can make. */
export async function cookiesFor({ origin, sealed }: Contender): Promise<string> {
  if (!sealed) return pairOf(tokens.access);
  return `${cookiesAfter(await sendRequest(origin, paths.signIn, { method: 'POST', body: { perm_token: 'x' } }))}; locale=de; theme=dark`;
}

/** Nobody is measured who does not do the work. */
export async function checkContender(field: Field, contender: Contender, cookie: string): Promise<void> {
  const { name, origin, isGateway, sealed } = contender;
  const expectAnswer = async (path: string, body: string, asking: RequestOptions, what: string) => {
    const { status, text } = await sendRequest(origin, path, asking);
    assert.deepEqual([status, text], [200, body], `${name}: ${what}`);
  };
  const headers = requestHeaders(cookie);
  await expectAnswer(paths.small, bodies.small, { headers }, 'small answer');
  await expectAnswer(paths.large, bodies.large, { headers }, 'large answer');
  await expectAnswer(paths.post, bodies.posted, { method: 'POST', headers, body: bodies.sent }, 'answer to a body');
  const { head, body } = await readReceived(field);
  assert.equal(body, bodies.sent, `${name}: the body is sent`);
  if (!isGateway) return;

  for (const line of [`authorization: ${tokens.access}`, 'trace-id: ', 'app-identity: ', 'user-locale: de']) {
    assert.ok(head.toLowerCase().includes(line), `${name}: ${line} is sent`);
  }
  assert.ok(!/^cookie:/im.test(head), `${name}: no cookie is sent`);
  if (!sealed) {
    await expectAnswer(
      paths.small,
      bodies.small,
      { headers: requestHeaders(pairOf(tokens.worn)) },
      'refresh and retry',
    );
  }
  await leaveInMidBody(origin, cookie);
  await expectAnswer(paths.large, bodies.large, { headers }, 'after aborts');
}

async function readReceived({ upstreamOrigin }: Field): Promise<Received> {
  return (await sendRequest(upstreamOrigin, upstreamControl.last)).json() as Received;
}

async function leaveInMidBody(origin: string, cookie: string): Promise<void> {
  for (let index = 0; index < 100; index += 1) {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write(`GET ${paths.large} HTTP/1.1\r\nHost: bench\r\nCookie: ${cookie}\r\n\r\n`);
    await once(socket, 'data');
    socket.destroy();
  }
}
