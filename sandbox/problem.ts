import type { FastifyError, FastifyInstance } from 'fastify';

/** An error response in the upstream's shape, `{"code", "message"}`, with gRPC status numbers. */
export class Problem extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const invalid = (message: string): Problem => new Problem(400, 3, message);
export const notFound = (message: string): Problem => new Problem(404, 5, message);
export const forbidden = (message: string): Problem => new Problem(403, 7, message);
/** gRPC FAILED_PRECONDITION: a valid request in the wrong state. */
export const failedPrecondition = (message: string): Problem => new Problem(400, 9, message);
export const unauthenticated = (message: string): Problem => new Problem(401, 16, message);

/** Sends every error in the upstream's shape, including those of the parser and the router. */
export function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    if (error instanceof Problem) {
      return reply.code(error.status).send({ code: error.code, message: error.message });
    }
    const status = error.statusCode ?? 500;
    if (status >= 500) {
      request.log.error(error);
      return reply.code(500).send({ code: 13, message: 'internal error' });
    }
    return reply.code(status).send({ code: 3, message: error.message });
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ code: 5, message: `no such call: ${request.method} ${request.url.split('?')[0]}` }),
  );
}
