import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';

/** The scripts and style sheets that the sandbox serves to browsers. */
export const browserAssets = [
  'console.css',
  'console.js',
  'captcha.js',
  'captcha-main.js',
  'captcha-badge.css',
  'stripe.js',
  'frames/card-field.css',
  'frames/card-field.js',
  'frames/challenge.js',
  'frames/controller.js',
  'frames/sheet.css',
  'frames/wallet.js',
  'frames/wallet-button.css',
  'frames/wallet-button.js',
] as const;
export type BrowserAsset = (typeof browserAssets)[number];

// Beside this file in the source, beside main.js in the build.
const folder = new URL('./browser/', import.meta.url);

const sourceOf = (asset: BrowserAsset): string => fileURLToPath(new URL(asset.replace(/\.js$/, '.ts'), folder));

/** How the assets are bundled. Each script is one file that runs without a module loader. */
export const browserBundle = {
  bundle: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** The esbuild entry points of a build. */
export const browserEntryPoints = (): string[] => browserAssets.map(sourceOf);

const cache = new Map<BrowserAsset, Promise<string>>();

export function readBrowserAsset(asset: BrowserAsset): Promise<string> {
  const text = cache.get(asset) ?? load(asset);
  cache.set(asset, text);
  return text;
}

/** Reads an asset from the build, or bundles it if the sandbox runs from its sources. */
async function load(asset: BrowserAsset): Promise<string> {
  const built = new URL(asset, folder);
  if (existsSync(built)) return readFile(built, 'utf8');
  const { build } = await import('esbuild');
  const { outputFiles } = await build({ ...browserBundle, entryPoints: [sourceOf(asset)], write: false });
  return outputFiles[0]?.text ?? '';
}
