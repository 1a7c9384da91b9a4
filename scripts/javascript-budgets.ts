/** Prints how much JavaScript each route loads until it is usable; fails above the limits. Needs `npm run build`. */
import { readFile, stat } from 'node:fs/promises';
import { entryChunksOf, type Manifest, type PageRequest } from '../gateway/pages/preloads.ts';
import { fromRoot } from './root.ts';

interface Route extends PageRequest {
  readonly limitBytes: number;
}

const visitor = (path: string, limitBytes: number): Route => ({ path, query: {}, signedIn: false, limitBytes });
const section = (name: string, limitBytes: number): Route => ({
  path: '/profile',
  query: { profile_section: name },
  signedIn: true,
  limitBytes,
});

/** Bytes after brotli. */
const routes: readonly Route[] = [
  visitor('/enter', 95_000),
  visitor('/enter/account-code', 109_000),
  section('ACCOUNT', 140_000),
  section('BILLING', 140_000),
  section('DEVICES', 140_000),
  section('REFERAL', 140_000),
  // One chunk for all pages that mails, apps and other sites link to.
  visitor('/payment/success', 125_000),
];

const manifest = JSON.parse(await readFile(fromRoot('dist/client-manifest.json'), 'utf8')) as Manifest;
const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
if (entry === undefined) throw new Error('The manifest has no entry');

/** Everything that a chunk imports statically. A browser test checks that the sign-in page loads nothing else. */
function collectFiles(key: string, files = new Set<string>()): Set<string> {
  const part = manifest[key];
  if (!part) throw new Error(`The manifest has no ${key}`);
  if (files.has(part.file)) return files;
  files.add(part.file);
  for (const next of part.imports ?? []) collectFiles(next, files);
  return files;
}

for (const route of routes) {
  const files = new Set([entry, ...entryChunksOf(route)].flatMap((key) => [...collectFiles(key)]));
  const sizes = await Promise.all(
    [...files].map(async (file) => (await stat(fromRoot('dist/client', `${file}.br`))).size),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const fits = total <= route.limitBytes;
  if (!fits) process.exitCode = 1;
  const name = [route.path, route.query.profile_section].join(' ').trim();
  console.log(
    `${fits ? 'pass' : 'FAIL'} ${String(total).padStart(7)} of ${route.limitBytes} bytes of JavaScript in ${files.size} files: ${name}`,
  );
}
