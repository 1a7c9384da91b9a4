/** A response that bears the gateway's mark, as a stubbed `fetch` returns it. */
export function gatewayResponse(body: BodyInit | null, { status = 200, headers = {} }: GatewayResponse = {}): Response {
  return new Response(body, { status, headers: { 'trace-id': 'f'.repeat(32), ...headers } });
}

interface GatewayResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
