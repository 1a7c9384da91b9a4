import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Capabilities, Session, WebDriver } from 'selenium-webdriver';
import type { Browser, BrowserOptions } from './browser.ts';
import { MarionetteExecutor } from './marionette.ts';
import { startProgram } from './start-program.ts';

const refuseCookies = 2;
const ownDownloadFolder = 2;

export interface Firefox extends Browser {
  /** Runs a function body in the browser's own window, which can do what pages cannot. */
  runInBrowser<Result>(body: string, ...args: unknown[]): Promise<Result>;
}

/** Firefox prints this at every sign-out among its errors. */
const signOutNotice = /^Clear-Site-Data header forced the clean up/;

/** Firefox without a window, through its own Marionette socket. */
export async function startFirefox(options: BrowserOptions): Promise<Firefox> {
  const profile = options.profile ?? (await mkdtemp(path.join(tmpdir(), 'skerry-firefox-')));
  const downloads = path.join(profile, 'downloads');
  await mkdir(downloads, { recursive: true });
  const preferences: Record<string, string | number | boolean> = {
    'intl.accept_languages': options.language ?? 'en-GB',
    'marionette.port': 0,
    'focusmanager.testmode': true,
    'browser.download.dir': downloads,
    'browser.download.folderList': ownDownloadFolder,
    'browser.download.alwaysOpenPanel': false,
    'browser.helperApps.neverAsk.saveToDisk': 'application/x-openvpn-profile,application/octet-stream,text/plain',
    'browser.shell.checkDefaultBrowser': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'toolkit.cosmeticAnimations.enabled': false,
    ...(options.blockStorage && { 'network.cookie.cookieBehavior': refuseCookies }),
  };
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const portFile = path.join(profile, 'MarionetteActivePort');
  await rm(portFile, { force: true });
  const args = ['--marionette', '--remote-allow-system-access', '--headless', '--no-remote', '--profile', profile];
  const program = startProgram('firefox-esr', args);
  let port = 0;
  await program.untilTrue(async () => {
    port = Number(await readFile(portFile, 'utf8').catch(() => ''));
    return port > 0;
  });
  const executor = await MarionetteExecutor.connect(port);
  const { sessionId, capabilities } = (await executor.send('newSession', {
    // A press on a link to an app loads no page, and Firefox would wait five seconds for it.
    pageLoadStrategy: 'none',
  })) as {
    sessionId: string;
    capabilities: Capabilities;
  };
  const driver = new WebDriver(new Session(sessionId, capabilities), executor);
  const runInBrowser = async <Result>(body: string, ...args: unknown[]): Promise<Result> => {
    await executor.send('setContext', { value: 'chrome' });
    try {
      return (await executor.send('executeScript', { script: body, args, sandbox: 'system' })) as Result;
    } finally {
      await executor.send('setContext', { value: 'content' });
    }
  };
  let lastTaken = Date.now();
  return {
    driver,
    profile,
    downloads,
    runInBrowser,
    listOpenedApps: () => runInBrowser(listRefusedApps),
    async takeErrors() {
      const since = lastTaken;
      lastTaken = Date.now();
      const lines = await runInBrowser<string[]>(listErrors, since);
      return lines.filter((line) => !signOutNotice.test(line));
    },
    setSize: (width, height) => runInBrowser(setPageSize, width, height),
    copy: (text) => runInBrowser(copyText, text),
    setOffline: (offline) => runInBrowser(setOffline, offline),
    async close() {
      await executor.send('quit', { flags: ['eForceQuit'] }).catch(() => undefined);
      await program.ended;
      executor.close();
    },
  };
}

/** No app is installed here, and Firefox names each address that it therefore did not open. */
const listRefusedApps = `
  return Services.console
    .getMessageArray()
    .map(({ message }) => /Prevented navigation to “(.*)” due to an unknown protocol/.exec(message)?.[1])
    .filter(Boolean);
`;

/** Offline, Firefox still reaches this machine: a proxy that nothing listens on refuses that, too. */
const setOffline = `
  const [offline] = arguments;
  Services.prefs.setBoolPref('network.proxy.allow_hijacking_localhost', offline);
  Services.prefs.setCharPref('network.proxy.http', '127.0.0.1');
  Services.prefs.setIntPref('network.proxy.http_port', 9);
  Services.prefs.setIntPref('network.proxy.type', offline ? 1 : 0);
  Services.io.offline = offline;
`;

const copyText = `
  Cc['@mozilla.org/widget/clipboardhelper;1'].getService(Ci.nsIClipboardHelper).copyString(arguments[0]);
`;

const listErrors = `
  const [since] = arguments;
  const uncaught = Services.console
    .getMessageArray()
    .filter((message) => message instanceof Ci.nsIScriptError && !(message.flags & Ci.nsIScriptError.warningFlag))
    .filter((message) => message.timeStamp >= since && /^http/.test(message.sourceName))
    .map((message) => message.errorMessage + ' (' + message.sourceName + ':' + message.lineNumber + ')');
  const printed = Cc['@mozilla.org/consoleAPI-storage;1']
    .getService(Ci.nsIConsoleAPIStorage)
    .getEvents()
    .filter(({ level, timeStamp, filename }) => /error|warn/.test(level) && timeStamp >= since && /^http/.test(filename))
    .map(({ arguments: words }) => words.map(String).join(' '));
  return [...uncaught, ...printed];
`;

/** The window cannot be narrower than 500 px, a page within it can. */
const setPageSize = `
  const [width, height] = arguments;
  const { style } = gBrowser.selectedBrowser;
  style.flex = 'none';
  style.width = width + 'px';
  style.height = height + 'px';
`;
