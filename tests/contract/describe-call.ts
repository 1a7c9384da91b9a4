import type { Response } from 'supertest';
import { describe, expect, test } from 'vitest';
import { type Call, type CallName, calls } from '#shared/calls.ts';
import type { DocumentedError } from '#shared/contract/documented-call.ts';
import { contract } from '#shared/contract.ts';
import { ErrorBody } from '#shared/entity.ts';
import { responses } from '#shared/responses.ts';
import { findTaint } from '../support/taint.ts';

type ErrorName<Name extends CallName> = keyof (typeof contract)[Name]['errors'] & string;

/** Makes the call through the gateway and hands back its answer. */
type Proof = () => Promise<Response>;

/** Holds a call to its contract: the success and every documented error. An error without a proof does not compile. */
export function describeCall<Name extends CallName>(
  name: Name,
  proofs: { readonly succeeds: Proof; readonly fails: { readonly [Failure in ErrorName<Name>]: Proof } },
): void {
  const call: Call = calls[name];
  describe(`${call.method} ${call.path} (${name})`, () => {
    test('succeeds with an answer of its schema', async () => {
      const answer = await proofs.succeeds();
      expect(answer.status).toBe(contract[name].response ? 200 : 302);
      if (name in responses) {
        expect(responses[name as keyof typeof responses].safeParse(answer.body).error?.issues).toBeUndefined();
      }
      expectSafe(answer);
    });

    const errors: Readonly<Record<string, DocumentedError>> = contract[name].errors;
    for (const [failure, prove] of Object.entries<Proof>(proofs.fails)) {
      const documented = errors[failure];
      test(`fails with ${failure}: ${documented?.status}, code ${documented?.code}`, async () => {
        const answer = await prove();
        expect(answer.body).toMatchObject({
          code: documented?.code,
          ...(documented?.exact && { message: documented.message }),
        });
        expect(answer.status).toBe(documented?.status);
        expect(ErrorBody.safeParse(answer.body).success).toBe(true);
        expectSafe(answer);
      });
    }
  });
}

/** What holds for every answer to a browser: it can be traced, is not kept, and shows no token. decisions.md §3 */
function expectSafe(answer: Response): void {
  expect(answer.headers['trace-id']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(answer.headers['cache-control']).toContain('no-store');
  const { 'set-cookie': _, ...headers } = answer.headers;
  expect(findTaint(answer.text ?? '')).toEqual([]);
  expect(findTaint(JSON.stringify(headers))).toEqual([]);
}
