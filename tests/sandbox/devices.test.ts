import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from './support/running-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.post('/sandbox/reset'));
afterAll(() => sandbox.close());

interface Device {
  readonly id: string;
  readonly name: string;
}

const listDevices = async (token: string): Promise<Device[]> => (await sandbox.profile(token)).devices;

test('a device is unlinked once, and a second time is 404', async () => {
  const token = await sandbox.signIn('anna.lindqvist@example.com');
  const [first] = await listDevices(token);
  const unlink = () => sandbox.call('DELETE', '/web/v1/account/device', { device_id: first?.id }, token);
  expect((await unlink()).status).toBe(200);
  expect((await listDevices(token)).map(({ id }) => id)).not.toContain(first?.id);
  expect(await unlink()).toMatchObject({ status: 404, body: { code: 5 } });
});

test('a name has from 1 to 50 characters', async () => {
  const token = await sandbox.signIn('routers@example.com');
  const [first] = await listDevices(token);
  const rename = (name: string) => sandbox.call('PUT', '/web/v1/account/device', { device_id: first?.id, name }, token);
  expect((await rename('Attic, north')).status).toBe(200);
  expect((await listDevices(token))[0]?.name).toBe('Attic, north');
  expect((await rename('x'.repeat(50))).status).toBe(200);
  expect((await rename('x'.repeat(51))).status).toBe(400);
  expect((await rename('  ')).status).toBe(400);
});

const pair = (token: string) =>
  fetch(`${sandbox.origin}/app`, {
    method: 'POST',
    body: new URLSearchParams({ link: `skerry://pair?token=${token}`, model: 'Pixel 8' }),
  });

test('opening the pairing link in the app adds a device, up to the limit', async () => {
  const token = await sandbox.signIn('one-slot-left@example.com');
  const { perm_token } = (await sandbox.post('/web/v1/account/session/perm-token', undefined, token)).body;
  const paired = await pair(perm_token);
  expect(await paired.text()).toContain('Pixel 8 was added to one-slot-left@example.com');
  expect((await listDevices(token)).at(-1)).toMatchObject({ name: 'Pixel 8', platform: 'android' });
  const full = await pair(perm_token);
  expect(full.status).toBe(429);
  expect(await full.text()).toContain('device limit reached');
});

test('an expired or unknown pairing link adds nothing', async () => {
  const token = await sandbox.signIn('free@example.com');
  const { perm_token } = (await sandbox.post('/web/v1/account/session/perm-token', undefined, token)).body;
  await sandbox.post('/sandbox/clock', { advanceSeconds: 301 });
  expect((await pair(perm_token)).status).toBe(400);
  expect((await pair('unknown')).status).toBe(400);
});
