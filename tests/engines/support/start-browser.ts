import type { Browser, BrowserOptions } from './browser.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

/** Starts the engine of this project of vitest.engines.config.ts. */
export const startBrowser = (options: BrowserOptions = {}): Promise<Browser> =>
  process.env.ENGINE === 'firefox' ? startFirefox(options) : startWebKit(options);
