import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { codes } from '#shared/problem.ts';
import { type FailureCause, Problem } from './problem.ts';
import { contentLengthOf, isNavigation, type PageRequest, pathOf } from './request-url.ts';

/** Makes a page of a problem, with the headers that belong to it. */
export type ErrorPageRenderer = (
  request: PageRequest,
  problem: Problem,
) => { readonly html: string; readonly headers: Readonly<Record<string, string>> };

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined on a server without pages. */
    renderErrorPage?: ErrorPageRenderer;
  }
  interface FastifyRequest {
    /** Why the gateway itself responds with a 5xx; null where it does not. */
    failureCause: FailureCause | null;
  }
}

/** Every error that leaves the gateway leaves through here, in one shape. decisions.md §3, errors */
async function errorHandler(app: FastifyInstance, options: { renderErrorPage?: ErrorPageRenderer }): Promise<void> {
  if (options.renderErrorPage) app.decorate('renderErrorPage', options.renderErrorPage);
  app.decorateRequest('failureCause', null);
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = error instanceof Problem ? error : translateError(error);
    if (problem.status === 500)
      app.telemetry.reportError(error, { traceId: request.id, route: request.routeOptions.url });
    if (problem.reason) app.telemetry.refused(problem.reason);
    if (problem.status >= 500) request.failureCause = problem.failure ?? 'internal error';
    return sendProblem(reply, problem);
  });
  app.setNotFoundHandler((request) => {
    throw describeMissing(request);
  });
}

/** For requests without a route: the path has other methods, or does not exist. */
export function describeMissing(request: FastifyRequest): Problem {
  const methods = request.server.methodsOf(pathOf(request));
  return methods.length === 0
    ? new Problem(codes.notFound, 'Not found')
    : new Problem(codes.unimplemented, 'Method not allowed', { headers: { allow: methods.join(', ') } });
}

export const errorHandlerPlugin = fastifyPlugin(errorHandler, {
  name: 'error-handler',
  dependencies: ['telemetry', 'route-policy'],
});

/**
 * Sends the problem. Its connection ends with it where the client has announced a body that is too long to be read to
 * its end.
 */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { request } = reply;
  const page = isNavigation(request) ? request.server.renderErrorPage?.(request, problem) : undefined;
  reply.code(problem.status).headers(problem.headers).header('cache-control', 'no-store');
  const { bodyLimit = 0 } = request.server.initialConfig;
  if (contentLengthOf(request.raw) > bodyLimit) reply.header('connection', 'close');
  return page
    ? reply.headers(page.headers).type('text/html; charset=utf-8').send(page.html)
    : reply.type('application/json; charset=utf-8').send(problem.body);
}

/** Fastify's own errors in our words; an unforeseen error is a 500 that says nothing. */
export function translateError(error: Partial<FastifyError>): Problem {
  const status = error.statusCode ?? 500;
  if (status === 415) {
    return new Problem(codes.invalidArgument, 'Request body must be application/json', {
      status,
      reason: 'content type',
    });
  }
  if (status >= 400 && status < 500)
    return new Problem(codes.invalidArgument, 'Malformed request', { reason: 'malformed' });
  return new Problem(codes.internal, 'Internal error', { status: 500, cause: error });
}
