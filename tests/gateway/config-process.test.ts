import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../gateway/config.ts';
import { demoEnvironment } from '../../scripts/demo-environment.ts';
import { fromRoot } from '../../scripts/root.ts';
import { startGatewayProcess } from '../support/gateway-process.ts';
import { freePorts } from '../support/stack.ts';

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

test('an invalid secret ends the process the same way, without printing it', async () => {
  expect(await run({ ...complete, COOKIE_KEYS: 'open-sesame' })).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Environment variable COOKIE_KEYS has a key that is not 32 bytes of base64\n',
  });
});

test('the process reports every missing or invalid variable on its own line', async () => {
  expect(await run({ ...complete, COOKIE_DOMAIN: '', SITE_URL: '', PORT: 'http' })).toEqual({
    code: 1,
    stdout: '',
    stderr: [
      'Environment variable COOKIE_DOMAIN is not set',
      'Environment variable SITE_URL is not set',
      'Environment variable PORT is not a whole number from 0 to 65535',
      '',
    ].join('\n'),
  });
});

test('production starts without recommended variables, and logs a warning for each', async () => {
  const [port = 0] = await freePorts(1);
  const gateway = await startGatewayProcess(port, 1, { ENVIRONMENT: 'production', LOG_LEVEL: 'warn' });
  await gateway.close();
  const lines = gateway.output().split('\n').filter(Boolean);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    [
      'COOKIE_KEYS is not set: ',
      'REDIS_URL is not set: ',
      'SHUTDOWN_GRACE_MS is not longer than ',
      'LOG_LEVEL is above info: ',
    ].map((fault) => ({
      level: 'warn',
      msg: expect.stringContaining(`Environment variable ${fault}`),
    })),
  );
});

test('both servers listen on HOST only', async () => {
  const [port = 0] = await freePorts(1);
  const gateway = await startGatewayProcess(port, 1, { HOST: '127.0.0.1' });
  try {
    for (const origin of [gateway.origin, gateway.adminOrigin]) {
      expect(await isListening(Number(new URL(origin).port), '127.0.0.1')).toBe(true);
      // Another address of this machine.
      expect(await isListening(Number(new URL(origin).port), '127.0.0.2')).toBe(false);
    }
  } finally {
    await gateway.close();
  }
});

function isListening(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

describe('.env.example', () => {
  /** The example with the values that it leaves to the reader. */
  const own = [
    'CAPTCHA_SITE_KEY=captcha',
    'STRIPE_PUBLISHABLE_KEY=pk_test',
    'PUBLIC_ORIGIN=https://account.example.com',
  ];
  const print = 'console.log(JSON.stringify(process.env))';

  const fillIn = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'env-'));
    const lines = (await readFile(fromRoot('.env.example'), 'utf8')).split('\n');
    const filled = lines.map((line) => own.find((one) => one.startsWith(`${line.split('=')[0]}=`)) ?? line);
    await writeFile(join(folder, 'env'), filled.join('\n'));
    return join(folder, 'env');
  };

  test('means the same to a shell that sources it and to --env-file', async () => {
    const file = await fillIn();
    const sourced = JSON.parse(
      execFileSync('sh', ['-euc', `set -a; . "${file}"; exec "${process.execPath}" -e '${print}'`], {
        encoding: 'utf8',
        env: {},
      }),
    );
    const read = JSON.parse(
      execFileSync(process.execPath, [`--env-file=${file}`, '-e', print], { encoding: 'utf8', env: {} }),
    );
    const { PWD, OLDPWD, SHLVL, _, ...ofShell } = sourced;
    expect(ofShell).toEqual(read);
    expect(readConfig(read).productName).toBe('Skerry VPN');
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
