import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { demoEnvironment } from '../../scripts/demo-environment.ts';
import { findHeadlessChromium } from '../../scripts/find-chromium.ts';
import { waitForServer } from '../../scripts/processes.ts';
import { fromRoot } from '../../scripts/root.ts';
import { freePorts } from '../support/stack.ts';

const folder = await mkdtemp(join(tmpdir(), 'language-'));
const ends: (() => Promise<unknown>)[] = [];

afterAll(async () => {
  for (const end of ends.reverse()) await end();
  await rm(folder, { recursive: true });
});

async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const printed: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${Buffer.concat(printed)}`);
}

async function serve(): Promise<string> {
  const [port = 0, adminPort = 0] = await freePorts(2);
  const env = { ...demoEnvironment({ port, sandboxPort: 1, adminPort }), CLIENT_DIR: join(folder, 'dist/client') };
  const gateway = spawn(process.execPath, ['--import', 'tsx', 'gateway/main.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env, LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  });
  ends.push(async () => gateway.kill('SIGKILL') && once(gateway, 'close'));
  const origin = `http://localhost:${port}`;
  await waitForServer(`${origin}/session`);
  return origin;
}

test('a seventh language takes one file and one line, and the product opens in it', { timeout: 240_000 }, async () => {
  for (const name of ['client', 'gateway', 'shared', 'scripts', 'locales', 'package.json', 'tsconfig.base.json']) {
    await cp(fromRoot(name), join(folder, name), { recursive: true });
  }
  await symlink(fromRoot('node_modules'), join(folder, 'node_modules'));

  // The file: Hebrew, which is written from right to left, with recognizable texts.
  const english: Record<string, string> = JSON.parse(await readFile(fromRoot('locales/en.json'), 'utf8'));
  const texts = Object.entries(english).map(([key, text]) => [key, `א ${text}`]);
  await writeFile(join(folder, 'locales/he.json'), JSON.stringify(Object.fromEntries(texts)));
  // The line.
  const list = join(folder, 'shared/locale.ts');
  await writeFile(
    list,
    (await readFile(list, 'utf8')).replace(/(const locales = \[.*)\] as const/, "$1, 'he'] as const"),
  );

  await run(fromRoot('node_modules/.bin/vite'), ['build', '--config', 'client/vite.config.ts', '--logLevel', 'error']);
  await rename(join(folder, 'dist/client/.vite/manifest.json'), join(folder, 'dist/client-manifest.json'));
  await run(fromRoot('node_modules/.bin/tsx'), ['scripts/prerender.ts']);
  const origin = await serve();

  const executablePath = findHeadlessChromium();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
  ends.push(() => browser.close());
  const page = await browser.newPage({ locale: 'he-IL' });
  await page.goto(`${origin}/enter`);
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('א Sign in');
  expect(await page.locator('html').getAttribute('lang')).toBe('he');
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  expect(await page.getByRole('option', { name: 'עברית' }).first().getAttribute('value')).toBe('he');

  // Direction follows the choice of a language, both ways.
  const choice = page.getByRole('combobox').first();
  await choice.selectOption('de');
  await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('ltr');
  await choice.selectOption('he');
  await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');

  await page.goto(`${origin}/session/extension`);
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  expect(await page.getByRole('heading').textContent()).toBe('א This page doesn’t exist');
});
