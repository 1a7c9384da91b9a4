import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Context, OpenAPIBackend } from 'openapi-backend';
import { fromRoot } from '../../scripts/root.ts';

export interface MockUpstream {
  readonly origin: string;
  /** Violations of the document in the requests, one line each. */
  readonly violations: readonly string[];
  close(): Promise<void>;
}

/** An upstream generated from docs/openapi.json alone: validates requests and responds with the examples. */
export async function startMockUpstream(): Promise<MockUpstream> {
  const violations: string[] = [];
  const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  const api = new OpenAPIBackend({
    definition: fromRoot('docs/openapi.json'),
    handlers: {
      notFound: (_: Context, __: IncomingMessage, response: ServerResponse) =>
        send(response, 404, { code: 5, message: 'not found' }),
      validationFail: ({ validation, operation }: Context, _: IncomingMessage, response: ServerResponse) => {
        violations.push(`${operation.operationId}: ${JSON.stringify(validation.errors)}`);
        send(response, 400, { code: 3, message: 'invalid' });
      },
      unauthorizedHandler: (_: Context, __: IncomingMessage, response: ServerResponse) =>
        send(response, 401, { code: 16, message: 'unauthenticated' }),
      notImplemented: ({ api, operation }: Context, _: IncomingMessage, response: ServerResponse) => {
        const { status, mock } = api.mockResponseForOperation(operation.operationId ?? '');
        send(response, status, mock);
      },
    },
    securityHandlers: {
      accessToken: ({ request }: Context) => request.headers.authorization === 'example-access-token',
    },
    // Skips the library's validation of the document, which supports OpenAPI 3.0 only.
    quick: true,
    ajvOpts: { strict: false, formats: { uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i } },
  });
  await api.init();
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://mock');
    const body = await text(request);
    await api.handleRequest(
      {
        method: request.method ?? 'GET',
        path: pathname,
        query: search.slice(1),
        body: body === '' ? undefined : JSON.parse(body),
        headers: request.headers as Record<string, string>,
      },
      request,
      response,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    violations,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
