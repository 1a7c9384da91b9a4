import { Client, type Dispatcher, request } from 'undici';

export interface RequestOptions {
  readonly method?: Dispatcher.HttpMethod;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Sent as JSON; a string or a buffer is sent unchanged. */
  readonly body?: unknown;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly setCookies: readonly string[];
  readonly bytes: Buffer;
  readonly text: string;
  /** The body parsed as JSON; throws if it does not parse. */
  json(): unknown;
}

/** Sends one same-origin request. Adds no other headers and follows no redirect. */
export async function sendRequest(origin: string, path: string, options: RequestOptions = {}): Promise<HttpResponse> {
  const { method = 'GET', cookie, headers = {}, body } = options;
  const raw = typeof body === 'string' || Buffer.isBuffer(body);
  const response = await request(origin + path, {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(cookie && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : raw ? body : JSON.stringify(body),
  });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  const text = bytes.toString();
  return {
    status: response.statusCode,
    headers: response.headers,
    setCookies: [response.headers['set-cookie'] ?? []].flat(),
    bytes,
    text,
    json: () => JSON.parse(text),
  };
}

/** Requests a page, as a navigation does. */
export const navigate = (origin: string, path: string, options: RequestOptions = {}): Promise<HttpResponse> =>
  sendRequest(origin, path, {
    ...options,
    headers: { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', ...options.headers },
  });

/** The Cookie header that a browser sends after these responses. */
export function cookiesAfter(...responses: readonly HttpResponse[]): string {
  const jar = new Map<string, string>();
  for (const setCookie of responses.flatMap(({ setCookies }) => setCookies)) {
    const [pair = ''] = setCookie.split(';');
    const [name = ''] = pair.split('=', 1);
    if (/; Max-Age=0(;|$)/.test(setCookie)) jar.delete(name);
    else jar.set(name, pair);
  }
  return [...jar.values()].join('; ');
}

/** Sends a request and closes its connection when `disconnect` resolves. Resolves when it is closed. */
export async function sendAndDisconnect(
  origin: string,
  path: string,
  options: RequestOptions,
  disconnect: Promise<unknown>,
): Promise<void> {
  const client = new Client(origin);
  const { method = 'GET', cookie, headers = {}, body } = options;
  const settled = client
    .request({
      path,
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
    .then(
      (response) => response.body.on('error', () => undefined),
      () => undefined,
    );
  await disconnect;
  await client.destroy();
  await settled;
}
