import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { codes } from '#shared/problem.ts';
import { describeMissing } from './error-handler.ts';
import { Problem } from './problem.ts';

/** A request's body as it came and as it reads; `request.body` is undefined where there is none. */
export interface JsonBody {
  readonly bytes: Buffer;
  readonly value: unknown;
}

/** The one type of body that is taken; Fastify counts its bytes while it comes in. */
async function jsonBody(app: FastifyInstance): Promise<void> {
  // What does not exist is answered as such, whatever its body: Fastify would read that first.
  app.addCheck((request) => (request.is404 ? describeMissing(request) : null));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, parseJson);
}

export const jsonBodyPlugin = fastifyPlugin(jsonBody, { name: 'json-body', dependencies: ['checks', 'error-handler'] });

/** For Fastify; a body of no bytes is none. */
export async function parseJson(_request: FastifyRequest, bytes: Buffer): Promise<JsonBody | undefined> {
  if (bytes.length === 0) return undefined;
  try {
    return { bytes, value: JSON.parse(bytes.toString('utf8')) };
  } catch {
    throw new Problem(codes.invalidArgument, 'Request body is not JSON', { reason: 'malformed' });
  }
}
