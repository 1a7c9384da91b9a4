import type * as z from 'zod/mini';

/** A documented error response. */
export interface DocumentedError {
  readonly status: number;
  readonly code: number;
  /** Exact if the product acts on the text (product.md §8), otherwise an example. */
  readonly message: string;
  readonly exact?: true;
  readonly when: string;
}

type Schema = z.core.$ZodType;

/** Request, response and errors of one upstream call; method, path and policy are in `calls.ts`. */
export interface DocumentedCall<
  Request extends Schema | null = Schema | null,
  Response extends Schema | null = Schema | null,
  Errors extends Readonly<Record<string, DocumentedError>> = Readonly<Record<string, DocumentedError>>,
> {
  readonly summary: string;
  /** What the summary and the errors do not say. */
  readonly description: string;
  /** Null: no body. */
  readonly request: Request;
  readonly requestExample: Request extends Schema ? z.input<Request> : null;
  /** Null: a redirect without a body. */
  readonly response: Response;
  readonly responseExample: Response extends Schema ? z.input<Response> : null;
  /** By name; the contract test of each error has the same name. */
  readonly errors: Errors;
}

/** Checks at compile time that the examples match their schemas. */
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
  when: 'The access token is missing or expired. The gateway refreshes it once.',
} as const satisfies DocumentedError;

export const badRequest = {
  status: 400,
  code: 3,
  message: 'invalid argument',
  when: 'A field is missing or malformed.',
} as const satisfies DocumentedError;

/** gRPC FAILED_PRECONDITION: a valid request in the wrong state. */
export const failedPrecondition = <const When extends string>(message: string, when: When) =>
  ({ status: 400, code: 9, message, when }) as const satisfies DocumentedError;

export const unknownDevice = {
  status: 404,
  code: 5,
  message: 'device not found',
  when: 'The account has no such device.',
} as const satisfies DocumentedError;
