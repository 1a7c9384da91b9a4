import type { Response } from 'supertest';
import { findTaint } from './taint.ts';

/** Searches everything that leaves the gateway for tokens and records where it found one. */
export class TaintRecorder {
  readonly #counts = new Map<string, number>();
  readonly #findings: string[] = [];

  /** @param channel where the data was seen, such as `log` or `metrics` */
  record(channel: string, data: string | Uint8Array, what = channel): void {
    this.#counts.set(channel, (this.#counts.get(channel) ?? 0) + 1);
    for (const { mark, encodings } of findTaint(data)) {
      this.#findings.push(`${what}: ${mark}${encodings.length > 0 ? ` encoded as ${encodings.join(', ')}` : ''}`);
    }
  }

  /** Body and headers of a response; only cookies may hold tokens. */
  recordResponse(what: string, response: Response): Response {
    const { 'set-cookie': _, ...headers } = response.headers;
    const body: unknown = response.body;
    this.record('response', Buffer.isBuffer(body) ? body : (response.text ?? ''), `body of ${what}`);
    this.record('response', JSON.stringify(headers), `headers of ${what}`);
    return response;
  }

  countOf(channel: string): number {
    return this.#counts.get(channel) ?? 0;
  }

  get findings(): readonly string[] {
    return this.#findings;
  }
}
