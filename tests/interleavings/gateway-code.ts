import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { callsPlugin } from '../../gateway/routes/calls.ts';
import { extensionPlugin } from '../../gateway/routes/extension.ts';
import { sessionRoutesPlugin } from '../../gateway/routes/session.ts';
import { signInByUrlPlugin } from '../../gateway/routes/sign-in-by-url.ts';
import { sessionPlugin } from '../../gateway/session/session.ts';
import { fromRoot } from '../../scripts/root.ts';
import type { PlantedFault } from './planted-faults.ts';
import type { GatewayCode } from './replica.ts';

export const realCode: GatewayCode = {
  sessionPlugin,
  sessionRoutesPlugin,
  callsPlugin,
  extensionPlugin,
  signInByUrlPlugin,
};

const entry = `
export { sessionPlugin } from './gateway/session/session.ts';
export { sessionRoutesPlugin } from './gateway/routes/session.ts';
export { callsPlugin } from './gateway/routes/calls.ts';
export { extensionPlugin } from './gateway/routes/extension.ts';
export { signInByUrlPlugin } from './gateway/routes/sign-in-by-url.ts';`;

/** The real modules with one change, made while they are loaded. */
export async function loadWithFault({ name, file, original, replacement }: PlantedFault): Promise<GatewayCode> {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: fromRoot(), loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    write: false,
    plugins: [
      {
        name: 'plant',
        setup({ onLoad }) {
          onLoad({ filter: /\/gateway\/.*\.ts$/ }, async ({ path }) => {
            const source = await readFile(path, 'utf8');
            if (relative(fromRoot('gateway'), path) !== file) return { contents: source, loader: 'ts' };
            if (source.split(original).length !== 2) throw new Error(`${file} must contain once: ${original}`);
            return { contents: source.replace(original, () => replacement), loader: 'ts' };
          });
        },
      },
    ],
  });
  const folder = fromRoot('node_modules/.cache/interleavings');
  await mkdir(folder, { recursive: true });
  const path = `${folder}/${name.replaceAll(/\W+/g, '-')}.mjs`;
  await writeFile(path, outputFiles[0]?.text ?? '');
  return (await import(pathToFileURL(path).href)) as GatewayCode;
}
