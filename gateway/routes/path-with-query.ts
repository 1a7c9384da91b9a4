import type { FastifyRequest } from 'fastify';
import type { Call } from '#shared/calls.ts';
import { codes } from '#shared/problem.ts';
import { Problem } from '../http/problem.ts';
import { queryOf } from '../http/request-url.ts';

/** Encoding can make a query three times as long, which no budget counts. */
const maxLength = 1_024;

/**
 * The call's path with the query values that the call lists.
 * @throws {Problem} when they are longer than any value that means something
 */
export function pathWithQuery(call: Call, request: FastifyRequest): string {
  const query = queryOf(request);
  if (query === '' || !call.query) return call.path;
  const given = new URLSearchParams(query);
  const passed = String(
    new URLSearchParams(
      call.query.flatMap((name) => given.getAll(name).map((value): [string, string] => [name, value])),
    ),
  );
  if (passed.length > maxLength)
    throw new Problem(codes.invalidArgument, 'The address is too long', { reason: 'malformed' });
  return passed === '' ? call.path : `${call.path}?${passed}`;
}
