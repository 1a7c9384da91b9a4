import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { processBundle } from '../../scripts/process-bundle.ts';
import { fromRoot } from '../../scripts/root.ts';

const run = promisify(execFile);
const git = async (...args: string[]) => (await run('git', args, { cwd: fromRoot() })).stdout.trim();

/** Bundles the gateway like `npm run build`. @returns the path of the file */
export async function bundleGateway(root: string, folder: string): Promise<string> {
  const file = join(folder, 'main.js');
  await build({
    absWorkingDir: root,
    entryPoints: [join(root, 'gateway/main.ts')],
    outfile: file,
    ...processBundle,
  });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  return file;
}

export interface PreviousVersion {
  /** Tag or commit. */
  readonly name: string;
  readonly file: string;
}

/**
 * Bundles the previous version: the newest tag before this commit, or the commit before the gateway last changed.
 * @returns null without a Git history
 */
export async function bundlePrevious(folder: string): Promise<PreviousVersion | null> {
  const name = await findPrevious().catch(() => null);
  if (!name) return null;
  const source = join(folder, 'previous');
  const archive = join(folder, 'previous.tar');
  await mkdir(source);
  await git('archive', '--output', archive, name, 'package.json', 'tsconfig.base.json', 'gateway', 'shared');
  await run('tar', ['-xf', archive, '-C', source]);
  await symlink(fromRoot('node_modules'), join(source, 'node_modules'));
  const out = join(folder, 'previous-bundle');
  await mkdir(out);
  return { name, file: await bundleGateway(source, out) };
}

async function findPrevious(): Promise<string> {
  const tag = await git('describe', '--tags', '--abbrev=0', 'HEAD^').catch(() => '');
  return tag || git('log', '-1', '--format=%h', `${await git('log', '-1', '--format=%H', '--', 'gateway')}^`);
}
