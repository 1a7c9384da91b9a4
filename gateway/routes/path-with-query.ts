import type { FastifyRequest } from 'fastify';
import type { Call } from '#shared/calls.ts';
import { queryOf } from '../http/request-url.ts';

/** The call's path with the query values that the call lists. */
export function pathWithQuery(call: Call, request: FastifyRequest): string {
  const query = queryOf(request);
  if (query === '' || !call.query) return call.path;
  const given = new URLSearchParams(query);
  const passed = new URLSearchParams(
    call.query.flatMap((name) => given.getAll(name).map((value): [string, string] => [name, value])),
  );
  return passed.size === 0 ? call.path : `${call.path}?${passed}`;
}
