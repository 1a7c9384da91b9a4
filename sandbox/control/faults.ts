import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalid } from '../problem.ts';
import { type Fields, readFields } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Fault } from '../world/faults.ts';

const afterwards = new WeakMap<FastifyRequest, Fault>();

/** Lets a fault happen before the call is carried out, or notes it for afterwards. */
export async function meetFault(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const fault = sandbox.world.faults.take(request.method, request.url.split('?')[0] ?? '');
  if (!fault) return undefined;
  if (fault.after) {
    afterwards.set(request, fault);
    return undefined;
  }
  if (fault.delayMs > 0) await wait(fault.delayMs);
  if (fault.hang) return reply.hijack();
  if (fault.reset) {
    reply.hijack();
    return request.raw.socket.resetAndDestroy();
  }
  if (fault.status === null) return undefined;
  return describeFault(fault, reply).send(fault.body);
}

/** Spoils the answer of a call that was carried out. @returns the body to send instead */
export async function spoilAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const fault = afterwards.get(request);
  if (!fault) return payload;
  if (fault.delayMs > 0) await wait(fault.delayMs);
  if (fault.hang) return new Promise(() => undefined);
  if (fault.reset) request.raw.socket.resetAndDestroy();
  if (fault.status === null) return payload;
  describeFault(fault, reply).removeHeader('content-length');
  return typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body);
}

function describeFault({ status, body }: Fault, reply: FastifyReply): FastifyReply {
  if (status === 429 || status === 503) reply.header('retry-after', '5');
  // Text in place of an object is what a firewall in front of the upstream would send.
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
    body: fields.body ?? { code: 13, message: 'a fault of the sandbox' },
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
