import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalid } from '../problem.ts';
import { type Fields, readFields } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Fault } from '../world/faults.ts';

const responseFaults = new WeakMap<FastifyRequest, Fault>();

/** Applies a fault before the call is executed, or remembers one that applies to its response. */
export async function applyFault(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const fault = sandbox.world.faults.take(request.method, request.url.split('?')[0] ?? '');
  if (!fault) return undefined;
  if (fault.after) {
    responseFaults.set(request, fault);
    return undefined;
  }
  if (fault.delayMs > 0) await wait(fault.delayMs);
  if (fault.hang) return reply.hijack();
  if (fault.reset) {
    reply.hijack();
    return request.raw.socket.resetAndDestroy();
  }
  if (fault.status === null) return undefined;
  return prepareReply(fault, reply).send(fault.body);
}

/** Applies a fault to the response of an executed call. @returns the body to send */
export async function applyResponseFault(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const fault = responseFaults.get(request);
  if (!fault) return payload;
  if (fault.delayMs > 0) await wait(fault.delayMs);
  if (fault.hang) return new Promise(() => undefined);
  if (fault.reset) request.raw.socket.resetAndDestroy();
  if (fault.status === null) return payload;
  prepareReply(fault, reply).removeHeader('content-length');
  return typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body);
}

function prepareReply({ status, body }: Fault, reply: FastifyReply): FastifyReply {
  if (status === 429 || status === 503) reply.header('retry-after', '5');
  // Text instead of an object simulates the page of a firewall in front of the upstream.
  reply.type(typeof body === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8');
  return reply.code(status ?? 200);
}

export function registerFaults(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/sandbox/faults', () => sandbox.world.faults.list());
  app.post('/sandbox/faults', (request, reply) => {
    sandbox.world.faults.add(readFault(readFields(request)));
    return reply.code(204).send();
  });
  app.delete('/sandbox/faults', (_request, reply) => {
    sandbox.world.faults.clear();
    return reply.code(204).send();
  });
}

export function readFault(fields: Fields): Fault {
  const status = readCount(fields, 'status');
  if (status !== null && (status < 200 || status > 599)) throw invalid('status must be from 200 to 599');
  return {
    method: typeof fields.method === 'string' && fields.method !== '' ? fields.method.toUpperCase() : null,
    path: typeof fields.path === 'string' && fields.path !== '' ? fields.path : null,
    status,
    body: fields.body ?? { code: 13, message: 'sandbox fault' },
    delayMs: readCount(fields, 'delayMs') ?? 0,
    reset: fields.reset === true,
    hang: fields.hang === true,
    after: fields.after === true,
    remaining: readCount(fields, 'times'),
  };
}

function readCount(fields: Fields, name: string): number | null {
  const value = fields[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw invalid(`${name} must be a whole number`);
  return value;
}
