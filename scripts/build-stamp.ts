/** Whether `dist` was built from the sources as they are now, by a hash of their names and contents. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fromRoot } from './root.ts';

/** Everything that the build reads, except packages: package-lock.json stands for them. */
const folders = ['client', 'gateway', 'locales', 'sandbox', 'scripts', 'shared'];
const files = ['package-lock.json', 'package.json', 'tsconfig.base.json'];

const stampFile = 'dist/sources.sha256';

export async function hashSources(root = fromRoot()): Promise<string> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)));
    }),
  );
  const hash = createHash('sha256');
  for (const file of [...found.flat(), ...files].sort()) {
    hash.update(`${file}\0`);
    hash.update(await readFile(join(root, file)));
  }
  return hash.digest('hex');
}

/** Records what `dist` was built from: a hash taken before the build began. */
export const recordSources = (hash: string, root = fromRoot()): Promise<void> => writeFile(join(root, stampFile), hash);

export async function isBuildCurrent(root = fromRoot()): Promise<boolean> {
  const recorded = await readFile(join(root, stampFile), 'utf8').catch(() => undefined);
  return recorded === (await hashSources(root));
}
