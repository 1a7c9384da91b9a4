import { Client, type Dispatcher, request } from 'undici';

export interface Asking {
  readonly method?: Dispatcher.HttpMethod;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Sent as JSON; a string or buffer as it is. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly setCookies: readonly string[];
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON; throws when it is none. */
  json(): unknown;
}

/** One request as a page of ours sends it, with nothing added that is not here; follows no redirect. */
export async function ask(origin: string, path: string, asking: Asking = {}): Promise<Answer> {
  const { method = 'GET', cookie, headers = {}, body } = asking;
  const raw = typeof body === 'string' || Buffer.isBuffer(body);
  const answer = await request(origin + path, {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(cookie && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : raw ? body : JSON.stringify(body),
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  const text = bytes.toString();
  return {
    status: answer.statusCode,
    headers: answer.headers,
    setCookies: [answer.headers['set-cookie'] ?? []].flat(),
    bytes,
    text,
    json: () => JSON.parse(text),
  };
}

/** A page load. */
export const navigate = (origin: string, path: string, asking: Asking = {}): Promise<Answer> =>
  ask(origin, path, {
    ...asking,
    headers: { accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', ...asking.headers },
  });

/** What a browser with no other cookies sends after these answers. */
export function cookiesAfter(...answers: readonly Answer[]): string {
  const jar = new Map<string, string>();
  for (const setCookie of answers.flatMap(({ setCookies }) => setCookies)) {
    const [pair = ''] = setCookie.split(';');
    const [name = ''] = pair.split('=', 1);
    if (/; Max-Age=0(;|$)/.test(setCookie)) jar.delete(name);
    else jar.set(name, pair);
  }
  return [...jar.values()].join('; ');
}

/** Sends a request and goes away as soon as `leave` resolves; the promise is that of the connection's end. */
export async function askAndLeave(
  origin: string,
  path: string,
  asking: Asking,
  leave: Promise<unknown>,
): Promise<void> {
  const client = new Client(origin);
  const { method = 'GET', cookie, headers = {}, body } = asking;
  const answer = client
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
  await leave;
  await client.destroy();
  await answer;
}
