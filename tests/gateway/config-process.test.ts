import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { demoEnvironment } from '../../scripts/demo-environment.ts';
import { fromRoot } from '../../scripts/root.ts';

interface Ended {
  readonly code: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

const complete = demoEnvironment({ port: 0, sandboxPort: 1, adminPort: 0 });

/** Runs the gateway's process until it ends. */
const run = (env: Readonly<Record<string, string>>): Promise<Ended> =>
  new Promise((resolve) => {
    const args = ['--import', 'tsx', fromRoot('gateway/main.ts')];
    execFile(process.execPath, args, { env: { PATH: process.env.PATH, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, stdout, stderr }),
    );
  });

test('a missing variable ends the process with code 1 and the exact message', async () => {
  expect(await run({ ...complete, COOKIE_DOMAIN: '' })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Environment variable COOKIE_DOMAIN is not set\n',
  });
});

test('a secret that does not parse ends it the same way, unseen', async () => {
  expect(await run({ ...complete, COOKIE_KEYS: 'open-sesame' })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Environment variable COOKIE_KEYS has a key that is not 32 bytes of base64\n',
  });
});

test('.env.example names every variable that the gateway reads', async () => {
  const [config, example] = await Promise.all(
    ['gateway/config.ts', '.env.example'].map((file) => readFile(fromRoot(file), 'utf8')),
  );
  const read = new Set(config?.match(/(?<=')[A-Z][A-Z_]{3,}(?=')/g));
  const named = new Set(example?.match(/^[A-Z_]+(?==)/gm));
  for (const name of ['HOST', 'PORT', 'X_URL']) read.add(name);
  expect([...named].sort()).toEqual([...read].sort());
});
