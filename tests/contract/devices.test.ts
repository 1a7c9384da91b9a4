import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import type { Device } from '#shared/devices.ts';
import type { RouterDraft, RouterSetup, Shortcut } from '#shared/router-setup.ts';
import { readPlatform } from '#shared/wire-values.ts';
import { type Client, openClient } from '../support/client.ts';
import { controlSandbox, type SandboxControl, signIn } from '../support/sandbox-control.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { describeCall } from './describe-call.ts';

let stack: Stack;
let sandbox: SandboxControl;
let visitor: Client;
let client: Client;

beforeAll(async () => {
  stack = await startStack();
  sandbox = controlSandbox(stack.sandboxOrigin);
});
beforeEach(async () => {
  await sandbox.reset();
  visitor = openClient(stack.origin);
  client = await signIn(stack.origin, sandbox, 'anna.lindqvist@example.com');
});
afterAll(() => stack.close());

const listDevices = async (): Promise<Device[]> => (await client.send(calls.profile)).body.profile.devices;

async function readFirstDevice(): Promise<Device> {
  const [device] = await listDevices();
  if (!device) throw new Error('the account has no device');
  return device;
}

/** A draft for the first location of the catalog that is free or premium and usable by routers. */
async function draftRouter(
  router_name: string,
  access: Shortcut['shortcuts_access'] = 'SHORTCUTS_ACCESS_FREE',
): Promise<RouterDraft> {
  const { shortcut_groups }: RouterSetup = (await client.send(calls.routerSetup)).body;
  for (const { group_id, shortcuts } of shortcut_groups) {
    for (const { id, clusters, shortcuts_access } of shortcuts) {
      if (shortcuts_access !== access) continue;
      const cluster = clusters.find(({ protocols }) => protocols.some(({ protocol }) => protocol === 'OpenVPN_TCP'));
      if (!cluster) continue;
      const place = { shortcut_group_id: group_id, shortcut_id: id, cluster_id: cluster.id };
      return { ...place, enhancer: 'general', router_model: 'router', router_name };
    }
  }
  throw new Error('the catalog has no usable location');
}

const createRouter = async (name: string) =>
  client.send(calls.createRouterConfiguration, { body: await draftRouter(name) });

function expectUsable(file: string): void {
  expect(file).toMatch(/^client$/m);
  expect(file).toMatch(/^remote \S+ \d+/m);
  expect(file).toMatch(/<ca>[^<]+<\/ca>/);
}

describeCall('unlinkDevice', {
  async succeeds() {
    const { id } = await readFirstDevice();
    const response = await client.send(calls.unlinkDevice, { body: { device_id: id } });
    expect((await listDevices()).map((device) => device.id)).not.toContain(id);
    return response;
  },
  fails: {
    noSession: async () => visitor.send(calls.unlinkDevice, { body: { device_id: (await readFirstDevice()).id } }),
    badRequest: async () => client.send(calls.unlinkDevice, { body: {} }),
    unknownDevice: async () => client.send(calls.unlinkDevice, { body: { device_id: 'unknown' } }),
  },
});

describeCall('renameDevice', {
  async succeeds() {
    const { device_id } = (await createRouter('Router 1')).body;
    const response = await client.send(calls.renameDevice, { body: { device_id, name: 'Attic' } });
    expect((await listDevices()).find(({ id }) => id === device_id)).toMatchObject({ name: 'Attic' });
    return response;
  },
  fails: {
    noSession: async () => visitor.send(calls.renameDevice, { body: { device_id: 'any', name: 'Attic' } }),
    async badRequest() {
      const { device_id } = (await createRouter('Router 1')).body;
      const empty = await client.send(calls.renameDevice, { body: { device_id, name: '' } });
      expect([empty.status, empty.body.code]).toEqual([400, 3]);
      return client.send(calls.renameDevice, { body: { device_id, name: 'x'.repeat(51) } });
    },
    unknownDevice: async () => client.send(calls.renameDevice, { body: { device_id: 'unknown', name: 'Attic' } }),
  },
});

describeCall('routerSetup', {
  async succeeds() {
    const response = await client.send(calls.routerSetup);
    const setup: RouterSetup = response.body;
    expect(setup.shortcut_groups.flatMap(({ shortcuts }) => shortcuts).length).toBeGreaterThanOrEqual(31);
    return response;
  },
  fails: { noSession: async () => visitor.send(calls.routerSetup) },
});

describeCall('createRouterConfiguration', {
  async succeeds() {
    const response = await createRouter('Router 1');
    const router = (await listDevices()).find(({ id }) => id === response.body.device_id);
    expect(router).toMatchObject({ name: 'Router 1' });
    expect(readPlatform(router?.platform ?? '')).toBe('router');
    expectUsable(response.body.router_configuration);
    return response;
  },
  fails: {
    noSession: async () => visitor.send(calls.createRouterConfiguration, { body: await draftRouter('Router 1') }),
    async badRequest() {
      for (const field of [
        'shortcut_group_id',
        'shortcut_id',
        'cluster_id',
        'enhancer',
        'router_model',
        'router_name',
      ]) {
        const body = { ...(await draftRouter('Router 1')), [field]: undefined };
        const response = await client.send(calls.createRouterConfiguration, { body });
        expect([field, response.status, response.body.code]).toEqual([field, 400, 3]);
      }
      const body = { ...(await draftRouter('Router 1')), enhancer: 'everything' };
      return client.send(calls.createRouterConfiguration, { body });
    },
    async unknownLocation() {
      const body = { ...(await draftRouter('Router 1')), cluster_id: 'unknown' };
      return client.send(calls.createRouterConfiguration, { body });
    },
    async premiumLocation() {
      const free = await signIn(stack.origin, sandbox, 'free@example.com');
      const body = await draftRouter('Router 1', 'SHORTCUTS_ACCESS_PREMIUM');
      return free.send(calls.createRouterConfiguration, { body });
    },
    async deviceLimit() {
      const { device_limit, devices } = (await client.send(calls.profile)).body.profile;
      for (let number = devices.length + 1; number <= device_limit; number += 1) {
        expect((await createRouter(`Router ${number}`)).status).toBe(200);
      }
      return createRouter('One too many');
    },
  },
});

describeCall('routerConfiguration', {
  async succeeds() {
    const draft = await draftRouter('Router 1');
    const made = (await client.send(calls.createRouterConfiguration, { body: draft })).body;
    const response = await client.send(calls.routerConfiguration, { body: { device_id: made.device_id } });
    const { shortcut_group_id, shortcut_id, cluster_id, enhancer } = draft;
    const { router_configuration, node_login, node_password } = made;
    expect(response.body).toMatchObject({ shortcut_group_id, shortcut_id, cluster_id, enhancer });
    expect(response.body).toMatchObject({ router_configuration, node_login, node_password });
    return response;
  },
  fails: {
    noSession: async () => visitor.send(calls.routerConfiguration, { body: { device_id: 'any' } }),
    badRequest: async () => client.send(calls.routerConfiguration, { body: {} }),
    unknownDevice: async () => client.send(calls.routerConfiguration, { body: { device_id: 'unknown' } }),
  },
});

describeCall('deleteRouter', {
  async succeeds() {
    const { device_id } = (await createRouter('Router 1')).body;
    const response = await client.send(calls.deleteRouter, { body: { device_id } });
    expect((await listDevices()).map(({ id }) => id)).not.toContain(device_id);
    return response;
  },
  fails: {
    noSession: async () => visitor.send(calls.deleteRouter, { body: { device_id: 'any' } }),
    badRequest: async () => client.send(calls.deleteRouter, { body: {} }),
    unknownDevice: async () => client.send(calls.deleteRouter, { body: { device_id: 'unknown' } }),
  },
});

test('a device of another account is unknown', async () => {
  const { id } = await readFirstDevice();
  const other = await signIn(stack.origin, sandbox, 'free@example.com');
  expect((await other.send(calls.unlinkDevice, { body: { device_id: id } })).status).toBe(404);
  expect((await listDevices()).map((device) => device.id)).toContain(id);
});
