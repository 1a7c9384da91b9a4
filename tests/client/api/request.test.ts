import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Call, calls } from '#shared/calls.ts';
import { request } from '../../../client/src/api/request.ts';
import type { RequestProblem } from '../../../client/src/api/request-problem.ts';
import { beginSession, endSession, readSession, sessionTag } from '../../../client/src/session/session.ts';
import { signOut } from '../../../client/src/session/sign-out.ts';
import { isAccountUnconfirmed } from '../../../client/src/session/unconfirmed-account.ts';
import { gatewayResponse } from '../../support/gateway-response.ts';

let sent = 0;

beforeAll(() => {
  vi.stubGlobal('navigator', { onLine: true });
  // Reports name the page.
  vi.stubGlobal('location', { pathname: '/', protocol: 'https:', host: 'localhost' });
  vi.stubGlobal('fetch', async () => {
    sent += 1;
    throw new TypeError('no network');
  });
});
afterAll(() => vi.unstubAllGlobals());

test('an aborted read is not retried', async () => {
  const aborted = request(calls.paymentLink, undefined, { signal: AbortSignal.abort() });
  await expect(aborted).rejects.toThrow('No response');
  expect(sent).toBe(1);
});

describe('a request without a response', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  /** Starts the call, whose response never comes. */
  async function start(call: Call, signal?: AbortSignal) {
    const fetch = vi.fn((_: string, __: RequestInit) => new Promise(() => undefined));
    vi.stubGlobal('fetch', fetch);
    const ended = vi.fn();
    void request(call, undefined, signal && { signal }).catch(ended);
    await vi.advanceTimersByTimeAsync(0);
    const [, sentWith] = fetch.mock.calls[0] ?? [];
    return { sentWith, ended };
  }

  test('ends after 30 seconds, so that the browser does not repeat it when its connection ends', async () => {
    const { sentWith, ended } = await start(calls.unlinkDevice);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(sentWith?.signal?.aborted).toBe(false);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(sentWith?.signal?.aborted).toBe(true);
    expect(ended).toHaveBeenCalledOnce();
  });

  test('continues when its caller aborts: the browser must get the cookies of a new pair', async () => {
    const caller = new AbortController();
    const { sentWith, ended } = await start(calls.unlinkDevice, caller.signal);
    caller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toHaveBeenCalledOnce();
    expect(sentWith?.signal?.aborted).toBe(false);
  });

  test.each([
    ['a sign-in ends with its page', calls.signInWithAccountCode, { keepalive: false }],
    ['a call that may return a new pair outlives its page', calls.visitorCountry, { keepalive: true }],
    ['a call that needs a session does not wait for the cache', calls.profile, { keepalive: true, cache: 'no-store' }],
  ])('%s', async (_, call, expected) => {
    const { keepalive, cache } = (await start(call)).sentWith ?? {};
    expect({ keepalive, cache }).toEqual(expected);
  });

  test('ends when its page is left, if it is a sign-in', async () => {
    const page = new EventTarget();
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    const [signIn, read] = [await start(calls.signInWithAccountCode), await start(calls.profile)];
    page.dispatchEvent(new Event('pagehide'));
    expect(signIn.sentWith?.signal?.aborted).toBe(true);
    expect(read.sentWith?.signal?.aborted).toBe(false);
  });
});

describe('a call of a browser that is offline', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => {
      vi.useRealTimers();
      vi.stubGlobal('navigator', { onLine: true });
    };
  });

  test.each([
    ['fails at once', { seconds: 0.5 }, true],
    ['waits for the line, and is lost then', { seconds: 2 }, false],
    ['is online again when it fails', { seconds: 0.5, online: true }, false],
    ['never fails', { seconds: 60 }, false],
  ])(
    'and %s, was not sent: %s',
    async (_, { seconds, online = false }: { seconds: number; online?: boolean }, notSent) => {
      vi.stubGlobal('navigator', { onLine: false });
      vi.stubGlobal('fetch', async () => {
        await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
        vi.stubGlobal('navigator', { onLine: online });
        throw new TypeError('no network');
      });
      const failed = request(calls.renewSubscription, { subscription_id: 's' }).catch((problem) => problem);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await failed).toMatchObject({ status: 0, notSent });
    },
  );
});

describe('response bodies', () => {
  const respond = (body: string) => vi.stubGlobal('fetch', async () => gatewayResponse(body));

  test.each(['', 'null', '[]', '5', '{', '<h1>It works!</h1>'])(
    'a call that needs an object fails on %j',
    async (body) => {
      respond(body);
      await expect(request(calls.createPermanentToken)).rejects.toMatchObject({ status: 502 });
    },
  );

  test.each(['', 'null', '[]', '{}'])('an acknowledgement may be empty or any JSON: %j', async (body) => {
    respond(body);
    await expect(request(calls.unlinkDevice)).resolves.toEqual(body === '' ? {} : JSON.parse(body));
  });

  // A firewall between gateway and upstream challenges the gateway with it.
  test('an empty 202 is no acknowledgement', async () => {
    vi.stubGlobal('fetch', async () => gatewayResponse('', { status: 202 }));
    await expect(request(calls.unlinkDevice)).rejects.toMatchObject({ status: 502, code: null });
  });

  // The gateway has set the cookies of a sign-in, for example.
  test('headers acknowledge a write although the connection was lost in the body', async () => {
    const lost = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });
    vi.stubGlobal('fetch', async () => gatewayResponse(lost));
    const captcha = { recaptcha_token: '', recaptcha_site_key: '' };
    const sent = request(calls.verifyOneTimeCode, { email: 'anna@example.com', code: '123456', ...captcha });
    await expect(sent).resolves.toEqual({});
  });

  test('an acknowledgement that is not JSON fails', async () => {
    respond('<h1>It works!</h1>');
    await expect(request(calls.unlinkDevice)).rejects.toMatchObject({ status: 502 });
  });
});

describe('a response of something between the gateway and the browser', () => {
  const respond = (body: string, status: number) => vi.stubGlobal('fetch', async () => new Response(body, { status }));

  // A firewall that challenges the browser responds with an empty 202.
  test.each(['', '{}', '<h1>Are you human?</h1>'])('confirms no write: %j', async (body) => {
    respond(body, 202);
    await expect(request(calls.unlinkDevice)).rejects.toMatchObject({ status: 502, code: null });
  });

  test('brings no data', async () => {
    respond('{"profile":{}}', 200);
    await expect(request(calls.createPermanentToken)).rejects.toMatchObject({ status: 502, code: null });
  });

  test('has no code', async () => {
    respond('{"code":16,"message":"forbidden"}', 401);
    await expect(request(calls.unlinkDevice)).rejects.toMatchObject({ status: 401, code: null, message: 'Status 401' });
  });

  test('does not sign out', async () => {
    beginSession();
    respond('', 204);
    await expect(signOut()).rejects.toThrow('204');
    expect(readSession().signedIn).toBe(true);
    vi.stubGlobal('fetch', async () => gatewayResponse(null, { status: 204 }));
    await signOut();
    expect(readSession().signedIn).toBe(false);
  });
});

describe('a 401 that does not end the session', () => {
  let asked = 0;
  const unauthenticated = () => gatewayResponse('{"code":16,"message":"no session"}', { status: 401 });
  /** Sends a call, and waits until the page could have asked for the session. */
  const call = async (response: Response, session: Response) => {
    asked = 0;
    vi.stubGlobal('fetch', async (url: string) => {
      if (url !== '/session') return response;
      asked += 1;
      return session;
    });
    await expect(request(calls.unlinkDevice)).rejects.toMatchObject({ status: 401 });
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  beforeEach(() => {
    beginSession();
    sessionTag.set('tag');
  });

  test('signs out a page whose browser has no cookies any more', async () => {
    await call(unauthenticated(), gatewayResponse('{"signedIn":false}'));
    expect(asked).toBe(1);
    expect(readSession()).toMatchObject({ signedIn: false, endReason: 'SIGNED_OUT' });
  });

  test.each([
    ['the session is still there', gatewayResponse('{"signedIn":true}', { headers: { 'session-tag': 'tag' } })],
    ['the gateway does not say', gatewayResponse('{"code":14}', { status: 503 })],
    ['a firewall responds instead', new Response('{"signedIn":false}', { status: 401 })],
  ])('changes nothing if %s', async (_, session) => {
    const before = readSession();
    await call(unauthenticated(), session);
    expect(asked).toBe(1);
    expect(readSession()).toEqual(before);
    expect(sessionTag.get()).toBe('tag');
  });

  test('asks nothing if it is a firewall’s', async () => {
    await call(new Response('{"code":16,"message":"no"}', { status: 401 }), gatewayResponse('{"signedIn":false}'));
    expect(asked).toBe(0);
    expect(readSession().signedIn).toBe(true);
  });
});

describe('a response that ends the session', () => {
  const ended = () => gatewayResponse('{"code":16}', { status: 401, headers: { 'session-ended': '1' } });
  const readProfile = () => request(calls.profile).catch((problem: RequestProblem) => problem.status);

  beforeEach(() => beginSession());

  test('signs the user out', async () => {
    vi.stubGlobal('fetch', async () => ended());
    expect(await readProfile()).toBe(401);
    expect(readSession().signedIn).toBe(false);
  });

  test('is ignored if the user has signed in again since the request was sent', async () => {
    vi.stubGlobal('fetch', async () => {
      endSession(null);
      beginSession();
      return ended();
    });
    await expect(request(calls.unlinkDevice)).rejects.toMatchObject({ status: 0 });
    expect(readSession().signedIn).toBe(true);
  });
});

describe('a response that comes when another account has signed in', () => {
  const respondAfter = (change: () => void) =>
    vi.stubGlobal('fetch', async () => {
      change();
      return gatewayResponse('{}');
    });

  test('is lost for what began it, which would go on in that account', async () => {
    beginSession();
    respondAfter(() => {
      endSession(null);
      beginSession();
    });
    await expect(request(calls.unlinkDevice)).rejects.toMatchObject({ status: 0 });
  });

  test('is lost while its body is read, too', async () => {
    beginSession();
    const body = new ReadableStream(
      {
        pull(controller) {
          beginSession();
          controller.enqueue(new TextEncoder().encode('{}'));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    vi.stubGlobal('fetch', async () => gatewayResponse(body));
    await expect(request(calls.unlinkDevice)).rejects.toMatchObject({ status: 0 });
  });

  test('reaches a visitor', async () => {
    endSession(null);
    respondAfter(beginSession);
    await expect(request(calls.unlinkDevice)).resolves.toEqual({});
  });
});

describe('the tag of the session', () => {
  const sentTags: (string | null)[] = [];
  const respond = (next: (tag: string | null) => Response) =>
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      const tag = new Headers(init.headers).get('session-tag');
      sentTags.push(tag);
      return next(tag);
    });
  const tagged = (tag: string, status = 200) =>
    gatewayResponse(status === 200 ? '{}' : '{"code":9,"message":"Another session has begun"}', {
      status,
      headers: { 'session-tag': tag },
    });

  beforeEach(() => {
    // For the cookie that makes the page name the account.
    vi.stubGlobal('location', { protocol: 'https:' });
    sentTags.splice(0);
    sessionTag.set('first');
    beginSession();
  });

  test('is sent with the calls that need a session, and no others', async () => {
    respond(() => gatewayResponse('{}'));
    await request(calls.unlinkDevice);
    await request(calls.requestOneTimeCode);
    sessionTag.set(null);
    await request(calls.unlinkDevice);
    expect(sentTags).toEqual(['first', null, null]);
  });

  test('changes with a sign-in', async () => {
    respond(() => tagged('second'));
    await request(calls.signInWithAccountCode);
    expect(sessionTag.get()).toBe('second');
  });

  test('stays that of the session on the page if an earlier sign-in ends late', async () => {
    endSession(null);
    respond(() => {
      sessionTag.set('first');
      beginSession();
      return tagged('late');
    });
    await request(calls.signInWithAccountCode);
    expect(sessionTag.get()).toBe('first');
  });

  test('makes a write for another session fail, and the page load the account of the current one', async () => {
    const { generation } = readSession();
    respond((tag) => tagged('second', tag === 'second' ? 200 : 412));
    await expect(request(calls.unlinkDevice)).rejects.toMatchObject({ status: 0 });
    expect(sentTags).toEqual(['first']);
    expect([sessionTag.get(), readSession()]).toMatchObject(['second', { signedIn: true, generation: generation + 1 }]);
    expect(isAccountUnconfirmed()).toBe(true);
  });

  test('makes a read for another session continue in the current one', async () => {
    respond((tag) => tagged('second', tag === 'second' ? 200 : 412));
    await expect(request(calls.profile)).resolves.toEqual({});
    expect(sentTags).toEqual(['first', 'second']);
  });
});

describe('the time of sending', () => {
  const gatewayTime = Date.now() + 3_600_000;
  const late = () => gatewayResponse('{"code":4}', { status: 504, headers: { 'gateway-time': String(gatewayTime) } });
  const sentAt: number[] = [];
  const respond = (...responses: (() => Response)[]) => {
    sentAt.splice(0);
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      sentAt.push(Number(new Headers(init.headers).get('sent-at')));
      return responses[sentAt.length - 1]?.();
    });
  };

  test('is told by the gateway’s clock: after one of the clocks has been set, the call is sent again', async () => {
    respond(late, () => gatewayResponse('{}'));
    await expect(request(calls.renewSubscription, { subscription_id: 's' })).resolves.toEqual({});
    const [before = 0, after = 0] = sentAt;
    expect(Math.abs(before - Date.now())).toBeLessThan(60_000);
    expect(after - gatewayTime).toBeGreaterThanOrEqual(0);
    expect(after - gatewayTime).toBeLessThan(60_000);
  });

  test('a call that was refused as late is not sent again in another session', async () => {
    beginSession();
    respond(() => {
      beginSession();
      return late();
    });
    await expect(request(calls.renewSubscription, { subscription_id: 's' })).rejects.toMatchObject({ status: 0 });
    expect(sentAt).toHaveLength(1);
  });

  test('a call that the browser has repeated after a sleep is not sent again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      respond(() => {
        vi.setSystemTime(Date.now() + 46_000);
        return late();
      });
      await expect(request(calls.renewSubscription, { subscription_id: 's' })).rejects.toMatchObject({ status: 504 });
      expect(sentAt).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });
});
