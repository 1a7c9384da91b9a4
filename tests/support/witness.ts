import type { Response } from 'supertest';
import { findTaint } from './taint.ts';

/** Looks at everything that leaves the gateway and remembers where it saw a token. */
export class Witness {
  readonly #counts = new Map<string, number>();
  readonly #findings: string[] = [];

  /** @param channel where the data was seen, such as `log` or `metrics` */
  see(channel: string, data: string | Uint8Array, what = channel): void {
    this.#counts.set(channel, (this.#counts.get(channel) ?? 0) + 1);
    for (const { mark, hiddenBy } of findTaint(data)) {
      this.#findings.push(`${what}: ${mark}${hiddenBy.length > 0 ? ` behind ${hiddenBy.join(', ')}` : ''}`);
    }
  }

  /** Body and headers of an answer; cookies are the one place where tokens may be. */
  seeAnswer(what: string, answer: Response): Response {
    const { 'set-cookie': _, ...headers } = answer.headers;
    const body: unknown = answer.body;
    this.see('answer', Buffer.isBuffer(body) ? body : (answer.text ?? ''), `body of ${what}`);
    this.see('answer', JSON.stringify(headers), `headers of ${what}`);
    return answer;
  }

  countOf(channel: string): number {
    return this.#counts.get(channel) ?? 0;
  }

  get findings(): readonly string[] {
    return this.#findings;
  }
}
