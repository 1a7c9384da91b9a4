/**
 * `npm run gallery`: screenshots of every primitive, every account of the sandbox and every screen, and one page that
 * shows them all, in gallery-output/. decisions.md §6
 */
import { spawn } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeReadyAccounts } from '../sandbox/world/accounts/ready-accounts.ts';
import { buildIfStale } from './build.ts';
import { captureComponents } from './gallery-components.ts';
import { accountPictures, writeGalleryPage } from './gallery-page.ts';
import { fromRoot } from './root.ts';

const output = fromRoot('gallery-output');

/** Takes screenshots of accounts and screens, with the browser tests that open them. */
async function captureScreens(): Promise<void> {
  const test = spawn(
    fromRoot('node_modules/.bin/playwright'),
    ['test', 'accounts.spec.ts', 'screens.spec.ts', '--reporter=dot'],
    { cwd: fromRoot(), env: { ...process.env, GALLERY_FOLDER: output }, stdio: 'inherit' },
  );
  const code = await new Promise((resolve) => test.once('exit', resolve));
  if (code !== 0) process.exitCode = 1;
}

const listPictures = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.png')).sort();

await rm(output, { recursive: true, force: true });
await mkdir(join(output, 'accounts'), { recursive: true });
await captureComponents(output);
await buildIfStale();
await captureScreens();

const accounts = describeReadyAccounts((days) => Date.now() + days * 86_400_000);
await writeFile(join(output, 'index.html'), writeGalleryPage(accounts, await listPictures(output)));
const captured = new Set((await listPictures(join(output, 'accounts'))).map((name) => `accounts/${name}`));
const missing = accounts.flatMap(accountPictures).filter((picture) => !captured.has(picture));
if (missing.length > 0) {
  console.error(`Missing screenshots: ${missing.join(', ')}`);
  process.exitCode = 1;
}
console.log(`${accounts.length} accounts in ${captured.size} pictures: ${join(output, 'index.html')}`);
