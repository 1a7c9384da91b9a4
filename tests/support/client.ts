import request, { type Test } from 'supertest';
import type { Call } from '#shared/calls.ts';

export interface Sending {
  readonly body?: object;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An HTTP client that keeps cookies, as a browser does, and marks its requests as same-origin. */
export interface Client {
  send(call: Call, sending?: Sending): Test;
  /** A GET navigation, as when a link is opened. */
  open(path: string): Test;
  /** `GET /session`. */
  readSession(): Test;
  /** `DELETE /session`. */
  signOut(): Test;
}

export function openClient(origin: string): Client {
  const agent = request.agent(origin);
  return {
    send({ method, path }, { body, query = {}, headers = {} }: Sending = {}) {
      const verb = method.toLowerCase() as Lowercase<Call['method']>;
      const sent = agent[verb](path).query(query).set('sec-fetch-site', 'same-origin').set(headers);
      return body === undefined ? sent : sent.send(body);
    },
    open: (path) =>
      agent
        .get(path)
        .redirects(0)
        .set({ accept: 'text/html', 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }),
    readSession: () => agent.get('/session'),
    signOut: () => agent.delete('/session').set('sec-fetch-site', 'same-origin'),
  };
}
