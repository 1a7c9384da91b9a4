import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const fullBrowsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The path of a full Chromium, with extensions: the system's, or else the one that Playwright has downloaded. */
export function findChromium(): string | undefined {
  return findProgram(fullBrowsers) ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined);
}

/** The path of a Chromium for ordinary pages: the headless shell if it is installed, because it is faster. */
export function findHeadlessChromium(): string | undefined {
  return findProgram(['chromium-headless-shell']) ?? findChromium();
}

function findProgram(names: readonly string[]): string | undefined {
  for (const name of names) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      // Not installed under this name.
    }
  }
  return undefined;
}
