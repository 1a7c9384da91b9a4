import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const wholeBrowsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The path of a Chromium with everything, extensions too: the system's own, else the one that Playwright has downloaded; undefined when there is none. */
export function findChromium(): string | undefined {
  return findProgram(wholeBrowsers) ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined);
}

/** The path of a Chromium for ordinary pages: the one without windows where there is one, which does the same work in less time. */
export function findHeadlessChromium(): string | undefined {
  return findProgram(['chromium-headless-shell']) ?? findChromium();
}

function findProgram(names: readonly string[]): string | undefined {
  for (const name of names) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    } catch {
      // Not under this name.
    }
  }
  return undefined;
}
