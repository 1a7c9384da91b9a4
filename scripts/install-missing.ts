import { execFileSync } from 'node:child_process';
import { findChromium } from './find-chromium.ts';
import { installKubernetesTools } from './kubernetes-tools.ts';

/** Programs that the tests run, with the Debian package of each. decisions.md §6 */
const programs = [
  ['redis-server', 'redis-server'],
  ['haproxy', 'haproxy'],
  ['openvpn', 'openvpn'],
  ['zbarimg', 'zbar-tools'],
  ['promtool', 'prometheus'],
  ['unzip', 'unzip'],
] as const;

/** Debian has it, other systems with apt do not. */
const headlessChromium = 'chromium-headless-shell';

const isInstalled = (program: string): boolean => {
  // Debian keeps servers in sbin, which is not on everybody's path.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
  try {
    execFileSync('which', [program], { env, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const isOffered = (name: string): boolean =>
  execFileSync('apt-cache', ['search', '--names-only', `^${name}$`], { encoding: 'utf8' }).trim() !== '';

/** Installs what the tests need and this machine lacks: with apt where there is one, a Chromium by Playwright where there is not. */
export async function installMissing(): Promise<void> {
  installPackages();
  await installKubernetesTools();
}

function installPackages(): void {
  const packages: string[] = programs.filter(([program]) => !isInstalled(program)).map(([, name]) => name);
  const apt = isInstalled('apt-get');
  if (!findChromium()) {
    if (apt) packages.push('chromium');
    else execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  }
  const wantsHeadless = apt && !isInstalled(headlessChromium);
  if (packages.length === 0 && !wantsHeadless) return;
  if (!apt) throw new Error(`Please install: ${packages.join(', ')}`);
  const sudo = process.getuid?.() === 0 ? [] : ['sudo'];
  const [command = '', ...args] = [...sudo, 'apt-get'];
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync(command, [...args, 'update', '-qq'], options);
  if (wantsHeadless && isOffered(headlessChromium)) packages.push(headlessChromium);
  execFileSync(command, [...args, 'install', '-qq', '-y', '--no-install-recommends', ...packages], options);
}
