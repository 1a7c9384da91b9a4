import type { BuildOptions } from 'esbuild';

/** How the processes are bundled, one file each: the build, and whatever runs them to be measured or compared. */
export const processBundle = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  logLevel: 'warning',
  // Node keeps the text of what it runs in memory. Names stay, and lines stay short, so that a stack can be read without its map.
  minifyWhitespace: true,
  lineLimit: 160,
  // Packages in CommonJS call `require` for Node's own modules; an ESM file has none of its own.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
} as const satisfies BuildOptions;
