import { randomBytes, randomInt } from 'node:crypto';
import { Agent, request } from 'undici';
import { calls } from '#shared/calls.ts';
import { sealedCookie } from './sealed-cookies.ts';

const email = () => `${randomBytes(8).toString('hex')}@example.com`;
const token = () => randomBytes(225).toString('base64url');
const network = () => `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}::1`;

/**
 * Fills most maps of a gateway as a client with thousands of networks can: windows of rate limits, links, sessions
 * that were refreshed and signed out, and opened cookies. Takes a minute or two.
 */
export async function fillMaps(port: number): Promise<void> {
  const dispatcher = new Agent({ connections: 64, pipelining: 1 });
  const send = async (path: string, method: 'GET' | 'POST' | 'DELETE', headers: object = {}, body?: unknown) => {
    const response = await request(`http://127.0.0.1:${port}${path}`, {
      dispatcher,
      method,
      headers: {
        'x-forwarded-for': network(),
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    await response.body.dump();
    return response;
  };
  const repeat = async (count: number, step: () => Promise<unknown>) => {
    let left = count;
    const run = async () => {
      while (left > 0) {
        left -= 1;
        await step();
      }
    };
    await Promise.all(Array.from({ length: 64 }, run));
  };

  /** Signs in by a link, opens the cookies, and signs out. */
  const linkAndSignOut = async () => {
    const { headers } = await send(`/profile?access_token=${token()}&refresh_token=${token()}`, 'GET');
    const cookie = [headers['set-cookie'] ?? []].flat().map((each) => each.split(';')[0]);
    await send('/session', 'GET', { cookie: cookie.join('; ') });
    await send('/session', 'DELETE', { cookie: cookie.join('; ') });
  };
  const refresh = (answer: string) => {
    const cookie = [sealedCookie('access_token', answer), sealedCookie('refresh_token', token())].join('; ');
    return send(calls.profile.path, 'GET', { cookie });
  };

  await repeat(7_000, linkAndSignOut);
  await repeat(7_000, () => refresh('expired'));
  await repeat(16_000, () => send(calls.requestOneTimeCode.path, 'POST', {}, { email: email() }));
  await repeat(16_000, () => send(calls.verifyOneTimeCode.path, 'POST', {}, { email: email(), code: '123456' }));
  await repeat(16_000, () => send('/reports', 'POST', {}, []));
  await repeat(16_000, () => send(calls.profile.path, 'GET'));
  await dispatcher.close();
}
