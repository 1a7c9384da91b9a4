import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { processBundle } from '../../scripts/process-bundle.ts';
import { fromRoot } from '../../scripts/root.ts';

/** Everything that runs as a process of its own, one file each, as in production. */
export async function bundle(folder: string): Promise<void> {
  await build({
    entryPoints: [
      'gateway/main.ts',
      'tests/bench/upstream.ts',
      'tests/bench/bare-proxy.ts',
      'tests/bench/express-proxy.ts',
    ].map((file) => fromRoot(file)),
    outdir: folder,
    entryNames: '[name]',
    ...processBundle,
  });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
}
