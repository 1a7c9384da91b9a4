/** `npm run build`: client to dist/client, gateway to dist/gateway, sandbox to dist/sandbox. decisions.md §6 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { build as bundle } from 'esbuild';
import { build as buildClientFiles } from 'vite';
import { browserBundle, browserEntryPoints } from '../sandbox/browser-assets.ts';
import { hashSources, isBuildCurrent, recordSources } from './build-stamp.ts';
import { prerenderPages } from './prerender.ts';
import { processBundle } from './process-bundle.ts';
import { fromRoot } from './root.ts';

const compressible = new Set(['.js', '.css', '.json', '.svg', '.txt', '.ico', '.webmanifest']);

/** Builds everything from scratch. */
export async function build(): Promise<void> {
  const sources = await hashSources();
  await rm(fromRoot('dist'), { recursive: true, force: true });
  await mkdir(fromRoot('dist'), { recursive: true });
  await Promise.all([buildClient(), buildProcess('gateway'), buildProcess('sandbox'), buildSandboxAssets()]);
  await recordSources(sources);
}

/** Builds unless `dist` was built from the same sources. */
export async function buildIfStale(): Promise<void> {
  if (await isBuildCurrent()) return;
  console.log('Building: the sources have changed since the last build.');
  await build();
}

async function buildClient(): Promise<void> {
  await buildClientFiles({ configFile: fromRoot('client/vite.config.ts'), logLevel: 'warn' });
  // The gateway reads the manifest; the public folder must not contain it.
  await rename(fromRoot('dist/client/.vite/manifest.json'), fromRoot('dist/client-manifest.json'));
  await rm(fromRoot('dist/client/.vite'), { recursive: true });
  await prerenderPages();
  await compressFiles(fromRoot('dist/client'));
}

/** Which of these ways to write distances is the shortest differs from file to file, by up to half a percent. */
const distanceCodes = [
  { postfix: 0, direct: 0 },
  { postfix: 0, direct: 1 },
  { postfix: 0, direct: 4 },
  { postfix: 0, direct: 6 },
  { postfix: 0, direct: 8 },
  { postfix: 0, direct: 15 },
  { postfix: 1, direct: 0 },
  { postfix: 1, direct: 16 },
  { postfix: 2, direct: 32 },
] as const;

async function compressWithBrotli(bytes: Buffer): Promise<Buffer> {
  const versions = await Promise.all(
    distanceCodes.map(({ postfix, direct }) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          [zlib.BROTLI_PARAM_NPOSTFIX]: postfix,
          [zlib.BROTLI_PARAM_NDIRECT]: direct,
        },
      }),
    ),
  );
  return versions.reduce((best, version) => (version.length < best.length ? version : best));
}

/** Writes `.br` and `.gz` beside each compressible file, so that no request waits for compression. */
async function compressFiles(folder: string): Promise<void> {
  const deflate = promisify(gzip);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
      .map(async (entry) => {
        const file = join(entry.parentPath, entry.name);
        const bytes = await readFile(file);
        await Promise.all([
          writeFile(`${file}.br`, await compressWithBrotli(bytes)),
          writeFile(`${file}.gz`, await deflate(bytes, { level: 9 })),
        ]);
      }),
  );
}

async function buildProcess(room: 'gateway' | 'sandbox'): Promise<void> {
  await bundle({
    entryPoints: [fromRoot(room, 'main.ts')],
    outfile: fromRoot('dist', room, 'main.js'),
    sourcemap: true,
    // Only the sandbox run from its sources needs it.
    external: ['esbuild'],
    ...processBundle,
  });
}

/** The scripts and style sheets that the sandbox serves to browsers. */
async function buildSandboxAssets(): Promise<void> {
  await bundle({
    ...browserBundle,
    entryPoints: browserEntryPoints(),
    outbase: fromRoot('sandbox/browser'),
    outdir: fromRoot('dist/sandbox/browser'),
  });
}

if (process.argv[1] === import.meta.filename) await build();
