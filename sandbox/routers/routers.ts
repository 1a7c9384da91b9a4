import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { addDevice, findDevice, readDeviceName } from '../devices/devices.ts';
import { forbidden, invalid, notFound } from '../problem.ts';
import { type Fields, readFields, readOneOf, readText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { authenticate } from '../session/authenticate.ts';
import type { Account, RouterConfiguration } from '../world/account.ts';
import { type Choice, describeCatalog, findChoice } from './catalog.ts';
import { enhancers, writeConfigurationFile } from './configuration-file.ts';

export function registerRouters(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/web/v1/shortcut/get-router-setup', (request, reply) => {
    authenticate(sandbox, request);
    return reply.send(describeCatalog(sandbox.origin()));
  });

  app.post('/web/v1/account/download-router-configuration', async (request, reply) => {
    const account = authenticate(sandbox, request);
    const fields = readFields(request);
    const name = readDeviceName(fields, 'router_name');
    readOneOf(fields, 'router_model', ['router']);
    const enhancer = readOneOf(fields, 'enhancer', enhancers);
    const choice = readChoice(fields, account);
    if (choice.group.slug === 'streaming' && enhancer !== 'general')
      throw invalid('enhancer does not go with streaming');
    const id = randomUUID();
    const login = `skr-${randomBytes(5).toString('hex')}`;
    const password = randomBytes(12).toString('base64url');
    const file = await writeConfigurationFile(sandbox.authority, choice, enhancer, login);
    addDevice(account, {
      id,
      name,
      model: 'OpenVPN',
      platform: 'router',
      configuration: {
        groupId: choice.group.group_id,
        shortcutId: choice.shortcut.id,
        clusterId: choice.cluster.id,
        enhancer,
        login,
        password,
        file,
      },
    });
    return reply.send({ router_configuration: file, device_id: id, node_login: login, node_password: password });
  });

  app.post('/web/v1/account/get-router-configuration', async (request, reply) => {
    const { configuration } = findDevice(authenticate(sandbox, request), readFields(request));
    if (!configuration) throw notFound('device is not a router');
    configuration.file ??= await writeStoredFile(sandbox, configuration);
    return reply.send({
      shortcut_group_id: configuration.groupId,
      shortcut_id: configuration.shortcutId,
      cluster_id: configuration.clusterId,
      enhancer: configuration.enhancer,
      node_login: configuration.login,
      node_password: configuration.password,
      router_configuration: configuration.file,
    });
  });

  app.delete('/web/v1/shortcut/delete-router-configuration', (request, reply) => {
    const account = authenticate(sandbox, request);
    const device = findDevice(account, readFields(request));
    if (device.platform.toLowerCase() !== 'router') throw invalid('device is not a router');
    account.devices = account.devices.filter((other) => other !== device);
    return reply.send({});
  });
}

async function writeStoredFile({ authority }: Sandbox, configuration: RouterConfiguration): Promise<string> {
  const { groupId, shortcutId, clusterId, login } = configuration;
  const choice = findChoice(groupId, shortcutId, clusterId);
  const enhancer = enhancers.find((name) => name === configuration.enhancer);
  return choice && enhancer ? writeConfigurationFile(authority, choice, enhancer, login) : '';
}

function readChoice(fields: Fields, account: Account): Choice {
  const choice = findChoice(
    readText(fields, 'shortcut_group_id'),
    readText(fields, 'shortcut_id'),
    readText(fields, 'cluster_id'),
  );
  if (!choice) throw notFound('location not found');
  if (!choice.cluster.protocols.some(({ protocol }) => protocol === 'OpenVPN_TCP')) {
    throw invalid('location has no OpenVPN over TCP');
  }
  if (choice.shortcut.shortcuts_access === 'SHORTCUTS_ACCESS_PREMIUM' && account.subscription?.active !== true) {
    throw forbidden('location is premium');
  }
  return choice;
}
