import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** Starts a browser, its driver or its screen; everything it prints is kept. */
export function startProgram(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  let printed = '';
  const keep = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const failed = once(child, 'error').then(([error]) => {
    throw new Error(`${command} does not start, npm run setup installs it: ${error}`);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const untilTrue = async (condition: () => Promise<boolean>) => {
    const deadline = Date.now() + 60_000;
    while (!(await Promise.race([condition(), failed]))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${command} did not start\n${printed}`);
      await sleep(50);
    }
  };
  failed.catch(() => undefined);
  return {
    /** The first text on file descriptor 3. */
    readPipe: async (): Promise<string> =>
      String((await Promise.race([once(child.stdio[3] as Readable, 'data'), failed]))[0]),
    untilTrue,
    untilListening: (port: number) => untilTrue(() => isListening(port)),
    /** Takes the printed lines that match. */
    takeLines(pattern: RegExp): string[] {
      const lines = printed.split('\n').filter((line) => pattern.test(line));
      printed = '';
      return lines;
    },
    async stop(): Promise<void> {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await ended;
    },
    ended,
  };
}

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.destroy());
  });
}
