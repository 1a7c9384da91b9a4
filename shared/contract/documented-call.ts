import type * as z from 'zod/mini';

/** A refusal that the upstream documents. */
export interface DocumentedError {
  readonly status: number;
  readonly code: number;
  /** Exact where the product acts on the text (product.md §8), otherwise only an example. */
  readonly message: string;
  readonly exact?: true;
  readonly when: string;
}

type Schema = z.core.$ZodType;

/** What passes between gateway and upstream in one call; method, path and policy are in `calls.ts`. */
export interface DocumentedCall<
  Request extends Schema | null = Schema | null,
  Response extends Schema | null = Schema | null,
  Errors extends Readonly<Record<string, DocumentedError>> = Readonly<Record<string, DocumentedError>>,
> {
  readonly summary: string;
  /** null: no body. */
  readonly request: Request;
  readonly requestExample: Request extends Schema ? z.input<Request> : null;
  /** null: a redirect, no body. */
  readonly response: Response;
  readonly responseExample: Response extends Schema ? z.input<Response> : null;
  /** Each by the name that its test bears. */
  readonly errors: Errors;
}

/** Holds the examples to their schemas while compiling. */
export const documentCall = <
  Request extends Schema | null,
  Response extends Schema | null,
  const Errors extends Readonly<Record<string, DocumentedError>>,
>(
  call: DocumentedCall<Request, Response, Errors>,
): DocumentedCall<Request, Response, Errors> => call;

export const noSession = {
  status: 401,
  code: 16,
  message: 'unauthenticated',
  when: 'There is no access token, or it has expired; the gateway then refreshes once.',
} as const satisfies DocumentedError;

export const badRequest = {
  status: 400,
  code: 3,
  message: 'invalid argument',
  when: 'A field is missing or has the wrong form.',
} as const satisfies DocumentedError;

/** gRPC's failed precondition: a proper request at the wrong time. */
export const notNow = <const When extends string>(message: string, when: When) =>
  ({ status: 400, code: 9, message, when }) as const satisfies DocumentedError;

export const unknownDevice = {
  status: 404,
  code: 5,
  message: 'device not found',
  when: 'The account has no such device.',
} as const satisfies DocumentedError;
