import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from './browser.ts';
import { LoadResult } from './load-result.ts';

/** Lets every browser load pages and save settings, about one action per second, until stopped. */
export class VirtualUsers {
  readonly #browsers: readonly Browser[];
  #stopping = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(browsers: readonly Browser[]) {
    this.#browsers = browsers;
  }

  /** @returns the result of the requests from now on */
  start(): LoadResult {
    const result = new LoadResult();
    this.#stopping = false;
    this.#running = Promise.all(
      this.#browsers.map(async (browser) => {
        browser.result = result;
        await pause(Math.random() * 1_000);
        while (!this.#stopping) {
          await (Math.random() < 0.75 ? browser.loadPage() : browser.saveSettings());
          await pause(500 + Math.random() * 1_000);
        }
      }),
    );
    return result;
  }

  /** Resolves when no request is in flight. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  /**
   * E-mails of the accounts whose session is lost. Tries three times, because a token that lives a few seconds may
   * expire in transit.
   */
  async findLost(): Promise<string[]> {
    const lost = await Promise.all(
      this.#browsers.map(async (browser) => {
        for (let attempt = 0; attempt < 3; attempt += 1) if (await browser.isSignedIn()) return [];
        return [browser.email];
      }),
    );
    return lost.flat();
  }
}
