import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { Problem } from '../http/problem.ts';

/** Checks a request before its body is read. The problem that it returns is the response. */
export type Check = (request: FastifyRequest) => Problem | null | Promise<Problem | null>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Adds a check for every request. Checks run in the order of registration. */
    addCheck(check: Check): void;
  }
}

/** Runs all checks in one hook. */
async function checks(app: FastifyInstance): Promise<void> {
  const all: Check[] = [];
  app.decorate('addCheck', (check: Check) => {
    all.push(check);
  });
  const runFrom = (first: number, request: FastifyRequest, done: (error?: Error) => void): void => {
    let found: ReturnType<Check> = null;
    let index = first;
    try {
      for (; index < all.length && found === null; index += 1) found = all[index]?.(request) ?? null;
    } catch (error) {
      done(error as Error);
      return;
    }
    if (found === null) done();
    else if (found instanceof Problem) done(found);
    else found.then((problem) => (problem ? done(problem) : runFrom(index, request, done)), done);
  };
  app.addHook('onRequest', (request, _reply, done) => runFrom(0, request, done));
}

export const checksPlugin = fastifyPlugin(checks, { name: 'checks' });
