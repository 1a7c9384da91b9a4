/**
 * `npm run gallery`: screenshots of every primitive, every account of the sandbox and every screen, ten screens in
 * three engines, and one page that shows them all, in gallery-output/. The page also shows the film strips of
 * `npm run lighthouse -- --film`, which stay there. decisions.md §6
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeReadyAccounts } from '../sandbox/world/accounts/ready-accounts.ts';
import { buildIfStale } from './build.ts';
import { type Command, runCommand } from './commands.ts';
import { captureComponents } from './gallery-components.ts';
import { filmedPaths, filmStrip, isFilmStrip, requiredPictures, writeGalleryPage } from './gallery-page.ts';
import { keyScreens } from './key-screens.ts';
import { fromRoot } from './root.ts';

const output = fromRoot('gallery-output');

/** Takes screenshots with the browser tests that open the screens. */
async function runTests(...command: Command): Promise<void> {
  if ((await runCommand(command, 'live', { GALLERY_FOLDER: output })) !== 0) process.exitCode = 1;
}

const listPictures = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.png')).sort();

await mkdir(output, { recursive: true });
const outdated = (await readdir(output)).filter((name) => !isFilmStrip(name));
for (const name of outdated) await rm(join(output, name), { recursive: true });
for (const folder of ['accounts', 'engines', 'faults']) await mkdir(join(output, folder), { recursive: true });
await captureComponents(output);
await buildIfStale();
await runTests(
  'playwright',
  'test',
  'accounts.spec.ts',
  'screens.spec.ts',
  'e2e/faults',
  'extension.spec.ts',
  '--reporter=dot',
);
await runTests('vitest', 'run', '--config', 'vitest.engines.config.ts', 'key-screens');

const accounts = describeReadyAccounts((days) => Date.now() + days * 86_400_000);
const faults = (await listPictures(join(output, 'faults'))).map((name) => `faults/${name}`);
const films = filmedPaths.map(filmStrip).filter((film) => existsSync(join(output, film)));
await writeFile(join(output, 'index.html'), writeGalleryPage(accounts, await listPictures(output), faults, films));
const missing = requiredPictures(accounts).filter((picture) => !existsSync(join(output, picture)));
if (missing.length > 0) {
  console.error(`Missing screenshots: ${missing.join(', ')}`);
  process.exitCode = 1;
}
console.log(
  `${accounts.length} accounts, and ${keyScreens.length} screens in three engines: ${join(output, 'index.html')}`,
);
