import type { Response } from 'supertest';
import { describe, expect, test } from 'vitest';
import { type Call, type CallName, calls } from '#shared/calls.ts';
import type { DocumentedError } from '#shared/contract/documented-call.ts';
import { contract } from '#shared/contract.ts';
import { ErrorBody } from '#shared/entity.ts';
import { responses } from '#shared/responses.ts';
import { findTaint } from '../support/taint.ts';

type ErrorName<Name extends CallName> = keyof (typeof contract)[Name]['errors'] & string;

/** Makes the call through the gateway and returns its response. */
type Attempt = () => Promise<Response>;

/** Tests a call against its contract: its success and every documented error. A missing error does not compile. */
export function describeCall<Name extends CallName>(
  name: Name,
  attempts: { readonly succeeds: Attempt; readonly fails: { readonly [Failure in ErrorName<Name>]: Attempt } },
): void {
  const call: Call = calls[name];
  describe(`${call.method} ${call.path} (${name})`, () => {
    test('succeeds with a response that matches its schema', async () => {
      const response = await attempts.succeeds();
      expect(response.status).toBe(contract[name].response ? 200 : 302);
      if (name in responses) {
        expect(responses[name as keyof typeof responses].safeParse(response.body).error?.issues).toBeUndefined();
      }
      expectSafe(response);
    });

    const errors: Readonly<Record<string, DocumentedError>> = contract[name].errors;
    for (const [failure, attempt] of Object.entries<Attempt>(attempts.fails)) {
      const documented = errors[failure];
      test(`fails with ${failure}: ${documented?.status}, code ${documented?.code}`, async () => {
        const response = await attempt();
        expect(response.body).toMatchObject({
          code: documented?.code,
          ...(documented?.exact && { message: documented.message }),
        });
        expect(response.status).toBe(documented?.status);
        expect(ErrorBody.safeParse(response.body).success).toBe(true);
        expectSafe(response);
      });
    }
  });
}

/**
 * Every response to a browser has a trace id, is not stored, and contains no token. decisions.md §3, Requests to the
 * upstream
 */
function expectSafe(response: Response): void {
  expect(response.headers['trace-id']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(response.headers['cache-control']).toContain('no-store');
  const { 'set-cookie': _, ...headers } = response.headers;
  expect(findTaint(response.text ?? '')).toEqual([]);
  expect(findTaint(JSON.stringify(headers))).toEqual([]);
}
