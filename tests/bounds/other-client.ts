import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';

const everyMs = 50;
/** A request that takes longer has failed. */
const timeoutMs = 10_000;

export interface Experience {
  readonly requests: number;
  readonly failures: readonly string[];
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** A client at an address of its own, which loads pages and makes calls at a steady pace while others attack. */
export class OtherClient {
  readonly #agent = new Agent({
    connect: { localAddress: '127.0.0.2' },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  readonly #stop = new AbortController();
  readonly #origin: string;
  readonly #pending = new Set<number>();
  #durations: number[] = [];
  #failures: string[] = [];

  constructor(port: number) {
    this.#origin = `http://127.0.0.1:${port}`;
    void this.#run();
  }

  /** What it has experienced since the last call. */
  takeExperience(): Experience {
    // Requests without a response yet have waited, too.
    const waiting = [...this.#pending].map((started) => performance.now() - started);
    const sorted = [...this.#durations, ...waiting].sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
    const experience = {
      requests: this.#durations.length,
      failures: this.#failures,
      medianMs: at(0.5),
      p99Ms: at(0.99),
    };
    this.#durations = [];
    this.#failures = [];
    return experience;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#agent.destroy();
  }

  async #run(): Promise<void> {
    for (let count = 0; !this.#stop.signal.aborted; count += 1) {
      void (count % 2 === 0 ? this.#send('/enter', 'text/html') : this.#send('/web/v1/profile', 'application/json'));
      await pause(everyMs);
    }
  }

  async #send(path: string, accept: string): Promise<void> {
    const started = performance.now();
    this.#pending.add(started);
    try {
      const headers = { host: 'localhost', accept, cookie: 'access_token=ordinary' };
      const { statusCode, body } = await request(this.#origin + path, { dispatcher: this.#agent, headers });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${path} ${statusCode}`);
      this.#durations.push(performance.now() - started);
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#failures.push(String(error));
    } finally {
      this.#pending.delete(started);
    }
  }
}
