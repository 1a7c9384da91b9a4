/**
 * `npm run setup`: installs the system packages that the tests run, Helm and kubectl, and the git hook of package.json.
 * It says first what it will install. decisions.md §6
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from './find-chromium.ts';
import { installKubernetesTools } from './kubernetes-tools.ts';
import { fromRoot } from './root.ts';

/** Programs that the tests run, with the Debian package of each. */
const programs = [
  ['redis-server', 'redis-server'],
  ['haproxy', 'haproxy'],
  ['nginx', 'nginx'],
  ['openvpn', 'openvpn'],
  ['zbarimg', 'zbar-tools'],
  ['firefox-esr', 'firefox-esr'],
  ['WebKitWebDriver', 'webkit2gtk-driver'],
  ['Xvfb', 'xvfb'],
  ['promtool', 'prometheus'],
  ['unzip', 'unzip'],
] as const;

/** The memory allocator that `npm start` preloads. */
const allocator = 'libjemalloc2';

/** The window around WebKitGTK in tests/engines is a Python script. */
const webKitBindings = ['python3-gi', 'gir1.2-webkit2-4.1'];

/** Runs pages in less time than a full Chromium. Debian has it; other systems with apt may not. */
const headlessChromium = 'chromium-headless-shell';

// Debian keeps servers in sbin, which may be missing from the PATH.
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };

function succeeds(command: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { env, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const isInstalled = (program: string): boolean => succeeds('which', program);
const hasAllocator = (): boolean => succeeds('sh', '-c', 'ldconfig -p | grep -q libjemalloc.so.2');
const hasWebKitBindings = (): boolean =>
  succeeds('/usr/bin/python3', '-c', "import gi; gi.require_version('WebKit2', '4.1')");

/** The Debian packages that the tests need and this machine lacks. */
export function findMissingPackages(): readonly string[] {
  const missing: string[] = programs.filter(([program]) => !isInstalled(program)).map(([, name]) => name);
  if (process.platform === 'linux' && !hasAllocator()) missing.push(allocator);
  if (!hasWebKitBindings()) missing.push(...webKitBindings);
  if (!findChromium()) missing.push('chromium');
  if (!isInstalled(headlessChromium) && isOffered(headlessChromium)) missing.push(headlessChromium);
  return missing;
}

/** Installs packages with apt. Without apt only Chromium can be installed, by Playwright. */
export function installPackages(missing: readonly string[]): void {
  if (isInstalled('apt-get')) {
    if (missing.length > 0) installWithApt(missing);
    return;
  }
  const others = missing.filter((name) => name !== 'chromium');
  if (missing.includes('chromium')) execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  if (others.length > 0)
    throw new Error(`Please install these Debian packages or their equivalents: ${others.join(', ')}`);
}

function installWithApt(missing: readonly string[]): void {
  // In CI a password prompt would wait forever.
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', ...(process.env.CI ? ['--non-interactive'] : [])];
  const apt = (...args: string[]) => {
    const [command = '', ...rest] = [...sudo, 'apt-get', ...args];
    execFileSync(command, rest, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  };
  apt('update', '-qq');
  // Until the update, apt may not know that it has this one.
  const packages = new Set([...missing, ...(isOffered(headlessChromium) ? [headlessChromium] : [])]);
  apt('install', '-qq', '-y', '--no-install-recommends', ...packages);
}

function isOffered(name: string): boolean {
  if (!isInstalled('apt-cache')) return false;
  return execFileSync('apt-cache', ['search', '--names-only', `^${name}$`], { encoding: 'utf8' }).trim() !== '';
}

if (process.argv[1] === import.meta.filename) {
  const missing = findMissingPackages();
  console.log(
    missing.length === 0 ? 'Nothing is missing.' : `Missing, and about to be installed: ${missing.join(', ')}`,
  );
  installPackages(missing);
  await installKubernetesTools();
  // CI commits nothing, and a source archive has no repository.
  if (!process.env.CI && existsSync(fromRoot('.git')))
    execFileSync(fromRoot('node_modules/.bin/simple-git-hooks'), { cwd: fromRoot(), stdio: 'inherit' });
}
