import { type Browser, chromium } from 'playwright';
import { findHeadlessChromium } from '../../../scripts/find-chromium.ts';

/** The system's Chromium. */
export function startBrowser(): Promise<Browser> {
  const executablePath = findHeadlessChromium();
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  return chromium.launch({ args, ...(executablePath === undefined ? {} : { executablePath }) });
}
