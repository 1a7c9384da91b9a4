import { execFileSync } from 'node:child_process';

/** The path of the system's Firefox ESR; it says what to install when there is none. */
export function findFirefox(): string {
  try {
    return execFileSync('which', ['firefox-esr'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    throw new Error('Please install firefox-esr (a Debian package)');
  }
}
