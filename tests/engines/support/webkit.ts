import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Builder, Capabilities } from 'selenium-webdriver';
import { fromRoot } from '../../../scripts/root.ts';
import { freePorts } from '../../support/stack.ts';
import type { Browser, BrowserOptions } from './browser.ts';
import { startProgram } from './start-program.ts';

/** WebKitGTK is built without web app manifests. */
const unknownDirective = /directive 'manifest-src'/;

/** WebKitGTK in a window of its own, on an invisible screen. */
export async function startWebKit(options: BrowserOptions): Promise<Browser> {
  const profile = options.profile ?? (await mkdtemp(path.join(tmpdir(), 'skerry-webkit-')));
  const screen = startProgram('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp']);
  const display = await screen.readPipe();
  const [port = 0] = await freePorts(1);
  const server = startProgram('WebKitWebDriver', [`--port=${port}`], { DISPLAY: `:${display.trim()}` });
  await server.untilListening(port);
  const args = [`--profile=${profile}`, `--language=${options.language ?? 'en-GB'}`];
  if (options.blockStorage) args.push('--block-storage');
  const capabilities = new Capabilities({
    browserName: 'skerry-webkit',
    'webkitgtk:browserOptions': { binary: fromRoot('tests/engines/support/webkit-browser.py'), args },
  });
  const driver = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
  // WebKit never responds to a command during a navigation, so it is retried after this time.
  await driver.manage().setTimeouts({ script: 10_000 });
  return {
    driver,
    profile,
    downloads: path.join(profile, 'downloads'),
    async listOpenedApps() {
      const log = await readFile(path.join(profile, 'opened-apps'), 'utf8').catch(() => '');
      return log.split('\n').filter(Boolean);
    },
    takeErrors: async () => server.takeLines(/^CONSOLE .*ERROR/).filter((line) => !unknownDirective.test(line)),
    setSize: async (width, height) => {
      await driver.manage().window().setRect({ x: 0, y: 0, width, height });
    },
    async copy(text) {
      await driver.executeAsyncScript('navigator.clipboard.writeText(arguments[0]).then(arguments[1])', text);
    },
    async setOffline(offline) {
      const pid = Number(await readFile(path.join(profile, 'pid'), 'utf8'));
      process.kill(pid, offline ? 'SIGUSR1' : 'SIGUSR2');
    },
    async close() {
      await driver.quit().catch(() => undefined);
      await server.stop();
      await screen.stop();
    },
  };
}
