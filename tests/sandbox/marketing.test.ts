import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from './support/running-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

test('an event is kept with its pairs of name and value', async () => {
  const event = {
    event_type: 'subscription_cancel_survey',
    email: 'anna.lindqvist@example.com',
    event_params: [{ name: 'reason', value: 'price' }],
  };
  const register = (body: object) => sandbox.post('/web/v1/marketing/emails/events/register', body);
  expect((await register(event)).status).toBe(200);
  expect((await sandbox.call('GET', '/sandbox/events')).body).toEqual([event]);
  expect((await register({ ...event, event_params: { reason: 'price' } })).status).toBe(400);
  expect((await register({ ...event, event_params: [{ name: 'reason', value: 1 }] })).status).toBe(400);
});

test.each([
  ['windows', /\/skerry-vpn-setup\.exe$/],
  ['skerry.site.account', /\/skerry-vpn-setup\.exe$/],
  ['macos', /\/skerry-vpn\.dmg$/],
])('the installer link for %s is base64 of an address that downloads', async (app_identity, file) => {
  const { body } = await sandbox.post('/web/v1/marketing/download-app-installer', { app_identity, analytics_data: {} });
  const url = Buffer.from(body.download_url, 'base64').toString();
  expect(url).toMatch(file);
  const download = await fetch(sandbox.origin + new URL(url).pathname);
  expect(download.headers.get('content-disposition')).toContain('attachment');
});

test('the geo lookup names a country by its ISO code', async () => {
  expect((await sandbox.call('GET', '/web/v1/geoip/ip/info')).body.country.iso_code).toMatch(/^[A-Z]{2}$/);
});
