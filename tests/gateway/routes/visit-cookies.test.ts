import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type GatewayAndUpstream, startGateway, startGatewayAndUpstream } from '../../support/gateway.ts';
import { navigate, sendRequest } from '../../support/send-request.ts';

let pair: GatewayAndUpstream;
beforeAll(async () => {
  pair = await startGatewayAndUpstream();
});
afterAll(() => pair.close());

const read = (setCookies: readonly string[], name: string) => {
  const found = setCookies.find((cookie) => cookie.startsWith(`${name}=`));
  if (found === undefined) return undefined;
  const end = found.indexOf(';');
  return { value: found.slice(name.length + 1, end), attributes: found.slice(end) };
};
const attribution = (setCookies: readonly string[]) => {
  const found = read(setCookies, 'attribution');
  return found && JSON.parse(decodeURIComponent(found.value));
};

describe('the locale cookie', () => {
  test('keeps a valid lang parameter, readable by scripts', async () => {
    const { setCookies } = await navigate(pair.gateway.origin, '/enter?lang=uk');
    expect(setCookies).toEqual(['locale=uk; Max-Age=15552000; Path=/; SameSite=Lax']);
  });

  test.each(['/enter?lang=xx', '/enter', '/enter?lang=', '/enter?lang=%75k'])('is not set by %s', async (url) => {
    expect((await navigate(pair.gateway.origin, url)).setCookies).toEqual([]);
  });

  test('and the theme cookie are renewed by the gateway, because Safari deletes script-set cookies after seven days', async () => {
    const { setCookies } = await navigate(pair.gateway.origin, '/enter', { cookie: 'locale=de; theme=dark' });
    expect(setCookies).toEqual([
      'locale=de; Max-Age=15552000; Path=/; SameSite=Lax',
      'theme=dark; Max-Age=15552000; Path=/; SameSite=Lax',
    ]);
  });

  test.each(['1764000000000', 'shown'])('and the mark of a link’s account are renewed: %s', async (value) => {
    const visit = async (cookie: string) => (await navigate(pair.gateway.origin, '/profile', { cookie })).setCookies;
    const cookie = `account_unconfirmed=${value}`;
    const session = 'access_token=a; refresh_token=r';
    expect(await visit(`${session}; ${cookie}`)).toEqual([`${cookie}; Max-Age=34560000; Path=/; SameSite=Lax`]);
    for (const one of session.split('; ')) expect(await visit(`${one}; ${cookie}`)).toHaveLength(1);
    for (const other of ['x', `x${value}`, `${value}x`]) {
      expect(await visit(`${session}; account_unconfirmed=${other}`)).toEqual([]);
    }
    // A link may be setting it at this moment.
    expect(await visit(cookie)).toEqual([]);
  });

  test('takes the lang parameter over an earlier choice, and ignores invalid values', async () => {
    const { setCookies } = await navigate(pair.gateway.origin, '/enter?lang=uk', { cookie: 'locale=de; theme=pink' });
    expect(setCookies).toEqual(['locale=uk; Max-Age=15552000; Path=/; SameSite=Lax']);
    expect((await navigate(pair.gateway.origin, '/enter', { cookie: 'locale=xx' })).setCookies).toEqual([]);
  });

  test('is not set by a call', async () => {
    expect((await sendRequest(pair.gateway.origin, '/web/v1/geoip/ip/info?lang=uk')).setCookies).toEqual([]);
  });
});

describe('the attribution cookie', () => {
  test('keeps values from the URL for 730 days, the latest value of each name', async () => {
    const first = await navigate(pair.gateway.origin, '/enter?utm_source=a&plan=p%26q');
    expect(read(first.setCookies, 'attribution')?.attributes).toBe('; Max-Age=63072000; Path=/; SameSite=Lax');
    const cookie = `attribution=${read(first.setCookies, 'attribution')?.value}`;
    const second = await navigate(pair.gateway.origin, '/profile?utm_source=b&funnel=f', { cookie });
    expect(attribution(second.setCookies)).toEqual({ utm_source: 'b', plan: 'p&q', funnel: 'f' });
    expect((await navigate(pair.gateway.origin, '/profile', { cookie })).setCookies).toEqual([]);
  });

  test('recognizes the operator’s other sites by APP_IDENTITY', async () => {
    const gateway = await startGateway(pair.upstream.origin, { APP_IDENTITY: 'fjord.web.account' });
    onTestFinished(() => gateway.close());
    const { setCookies } = await navigate(gateway.origin, '/enter?app-identity=fjord.web.order');
    expect(attribution(setCookies)).toEqual({ 'app-identity': 'fjord.web.order' });
  });

  test('keeps nothing from /payment, whose app-identity contains a token', async () => {
    expect(
      (await navigate(pair.gateway.origin, '/payment/success?app-identity=YXxifHQ&utm_source=a')).setCookies,
    ).toEqual([]);
  });

  test.each([
    ['Sec-GPC: 1', {}, { 'sec-gpc': '1' }],
    ['ATTRIBUTION=off', { ATTRIBUTION: 'off' }, {}],
  ])('is cleared and not set with %s', async (_, env, headers) => {
    const gateway = await startGateway(pair.upstream.origin, env as Record<string, string>);
    const url = '/enter?utm_source=a';
    expect((await navigate(gateway.origin, url, { headers })).setCookies).toEqual([]);
    const cookie = 'attribution=%7B%7D';
    const { setCookies } = await navigate(gateway.origin, url, { headers, cookie });
    expect(setCookies).toEqual([expect.stringMatching(/^attribution=; Max-Age=0; Path=\//)]);
    await gateway.close();
  });

  test('has at most 3,500 bytes, and drops the least recently seen names', async () => {
    const long = encodeURIComponent('ї'.repeat(99));
    const names = ['utm_source', 'utm_medium', 'utm_campaign', 'ad_set', 'shortcut', 'adgroupid', 'code', 'plan'];
    const url = `/enter?${names.map((name) => `${name}=${long}`).join('&')}`;
    const { setCookies } = await navigate(pair.gateway.origin, url);
    expect(read(setCookies, 'attribution')?.value.length).toBeLessThanOrEqual(3_500);
    expect(Object.keys(attribution(setCookies))).toEqual(
      ['utm_campaign', 'ad_set', 'shortcut', 'adgroupid', 'code', 'plan'].slice(-5),
    );
  });
});
