/** The error body of the upstream and the gateway. product.md §3, decisions.md §3, errors */
export interface ProblemBody {
  readonly code: number;
  readonly message: string;
}

/** The gRPC status numbers used as `code` in an error body. decisions.md §3, errors */
export const codes = {
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

export function isProblemBody(value: unknown): value is ProblemBody {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'number' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
