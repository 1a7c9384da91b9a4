import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type GatewayAndUpstream, startGatewayAndUpstream } from '../../support/gateway.ts';
import { navigate } from '../../support/send-request.ts';

let pair: GatewayAndUpstream;
beforeAll(async () => {
  pair = await startGatewayAndUpstream({ API_PUBLIC_URL: 'https://api.skerry.example/', APP_IDENTITY: 'fjord.web' });
});
afterAll(() => pair.close());

describe('social sign-in', () => {
  test.each([
    [calls.signInWithGoogle, 'google'],
    [calls.signInWithApple, 'apple-id'],
    [calls.signInWithSetapp, 'setapp'],
  ])('$path redirects to the upstream with fixed parameters and marks the provider', async ({ path }, authType) => {
    const before = pair.upstream.requests.length;
    const response = await navigate(
      pair.gateway.origin,
      `${path}?app-identity=evil&locale=xx&lang=de&redirect_uri=evil`,
      {
        cookie: 'locale=uk',
      },
    );
    expect([response.status, response.headers.location, response.headers['cache-control']]).toEqual([
      302,
      `https://api.skerry.example${path}?app-identity=fjord.web&locale=uk`,
      'no-store',
    ]);
    expect(response.setCookies).toEqual([`auth_type=${authType}; Max-Age=15552000; Path=/; SameSite=Lax`]);
    expect(pair.upstream.requests.length).toBe(before);
    const metric = await pair.gateway.app.metrics.getSingleMetricAsString('gateway_sign_ins_total');
    expect(metric).toMatch(/kind="oauth started"\} [1-3]$/m);
  });
});
