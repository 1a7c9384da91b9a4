import type { FastifyInstance } from 'fastify';
import { invalid, notFound, Problem } from '../problem.ts';
import { type Fields, readFields, readText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import { authenticate } from '../session/authenticate.ts';
import type { Account, Device } from '../world/account.ts';

const nameLimit = 50;

export function registerDevices(app: FastifyInstance, sandbox: Sandbox): void {
  app.delete('/web/v1/account/device', (request, reply) => {
    const account = authenticate(sandbox, request);
    const device = findDevice(account, readFields(request));
    account.devices = account.devices.filter((other) => other !== device);
    return reply.send({});
  });

  app.put('/web/v1/account/device', (request, reply) => {
    const account = authenticate(sandbox, request);
    const fields = readFields(request);
    const name = readDeviceName(fields, 'name');
    findDevice(account, fields).name = name;
    return reply.send({});
  });
}

export function findDevice(account: Account, fields: Fields): Device {
  const id = readText(fields, 'device_id');
  const device = account.devices.find((candidate) => candidate.id === id);
  if (!device) throw notFound('device not found');
  return device;
}

export function readDeviceName(fields: Fields, field: string): string {
  const name = readText(fields, field).trim();
  if (name === '') throw invalid(`${field} is missing`);
  if ([...name].length > nameLimit) throw invalid(`${field} is longer than ${nameLimit} characters`);
  return name;
}

/** Adds a device, unless the account has reached its limit. */
export function addDevice(account: Account, device: Device): void {
  if (account.devices.length >= account.deviceLimit) throw new Problem(429, 8, 'device limit reached');
  account.devices = [...account.devices, device];
}
