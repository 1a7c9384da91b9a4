import type { BuildOptions } from 'esbuild';

/** How a Node process is bundled into one file, for the build and for the benchmarks. */
export const processBundle = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  logLevel: 'warning',
  // Node keeps source text in memory. Names stay, so a stack trace is readable without its source map.
  minifyWhitespace: true,
  lineLimit: 160,
  // CommonJS packages call `require` for Node's built-in modules, and an ESM file has no `require`.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
} as const satisfies BuildOptions;
