import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { pathWithQuery } from '../../../gateway/routes/path-with-query.ts';

describe('the query of a call', () => {
  const pathOf = (query: string, call: (typeof calls)[keyof typeof calls] = calls.profile) =>
    pathWithQuery(call, { raw: { url: call.path + query } } as FastifyRequest).slice(call.path.length);

  test.each([
    ['', ''],
    ['?', ''],
    ['?other=1', ''],
    ['?include_payment_data=true', '?include_payment_data=true'],
    [
      '?other=1&include_payment_data=a%26b&include_payment_data=c',
      '?include_payment_data=a%26b&include_payment_data=c',
    ],
  ])('%s is passed on as %s', (given, passed) => {
    expect(pathOf(given)).toBe(passed);
  });

  test('is refused if it is longer than any value that means something', () => {
    const longest = 1_024 - '?include_payment_data='.length + 1;
    expect(pathOf(`?include_payment_data=${'a'.repeat(longest)}`)).toHaveLength(1_025);
    expect(() => pathOf(`?include_payment_data=${'a'.repeat(longest + 1)}`)).toThrow(
      expect.objectContaining({ message: 'The address is too long', status: 400, reason: 'malformed' }),
    );
    expect(() => pathOf(`?include_payment_data=${'~'.repeat(400)}`), 'encoded').toThrow('The address is too long');
    expect(pathOf(`?other=${'a'.repeat(10_000)}`)).toBe('');
  });

  test('is dropped if the call lists no names', () => {
    expect(pathOf('?include_payment_data=true', calls.verifyOneTimeCode)).toBe('');
  });
});
