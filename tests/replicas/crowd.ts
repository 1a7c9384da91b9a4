import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from './browser.ts';
import { Tally } from './tally.ts';

/** Lets every browser load pages and save settings, one action about each second, until it is told to stop. */
export class Crowd {
  readonly #browsers: readonly Browser[];
  #stopping = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(browsers: readonly Browser[]) {
    this.#browsers = browsers;
  }

  /** @returns what the browsers meet from now on */
  start(): Tally {
    const tally = new Tally();
    this.#stopping = false;
    this.#running = Promise.all(
      this.#browsers.map(async (browser) => {
        browser.tally = tally;
        await pause(Math.random() * 1_000);
        while (!this.#stopping) {
          await (Math.random() < 0.75 ? browser.loadPage() : browser.saveSettings());
          await pause(500 + Math.random() * 1_000);
        }
      }),
    );
    return tally;
  }

  /** Resolves when everybody has been answered. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  /**
   * E-mails of the accounts whose session is gone. A token of a few seconds may be worn out on its way: asked three
   * times.
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
