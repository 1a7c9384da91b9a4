import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { waitForServer } from '../../scripts/processes.ts';
import { startPodProcess } from '../support/pod-process.ts';

export interface ReplicaOptions {
  /** The bundle that runs. */
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
  readonly adminPort: number;
  /** Node options. */
  readonly nodeArguments: readonly string[];
}

/** A gateway like a pod's, at a fixed address, that can be restarted, also with another version. */
export class Replica {
  readonly options: ReplicaOptions;
  #child: ChildProcess | null = null;
  #isLimited = false;
  #errors: Buffer[] = [];
  #crashes: string[] = [];

  constructor(options: ReplicaOptions) {
    this.options = options;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Whether the kernel enforces the pod's memory limit. */
  get isLimited(): boolean {
    return this.#isLimited;
  }

  /** Unexpected exits, with the error output. */
  get crashes(): readonly string[] {
    return this.#crashes;
  }

  get adminOrigin(): string {
    return `http://127.0.0.1:${this.options.adminPort}`;
  }

  /** Resolves when it is ready. @param file the bundle to run */
  async start(file = this.options.file): Promise<void> {
    const { env, port, adminPort, nodeArguments } = this.options;
    const { child, memoryGroup } = await startPodProcess({
      file,
      nodeArguments,
      env: { ...env, PORT: String(port), ADMIN_PORT: String(adminPort) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr?.on('data', (chunk: Buffer) => this.#errors.push(chunk));
    this.#child = child;
    this.#isLimited = memoryGroup !== null;
    const crashed = once(child, 'exit').then(([code, signal]) => {
      if (this.#child !== child) return;
      this.#child = null;
      this.#crashes.push(`port ${port}: the gateway has ended with ${code ?? signal}: ${Buffer.concat(this.#errors)}`);
    });
    await Promise.race([waitForServer(`http://127.0.0.1:${port}/session`), crashed]);
    if (this.#child !== child) throw new Error(this.#crashes.at(-1));
  }

  /** Sends SIGTERM; resolves with the exit code when the requests in flight have finished. */
  terminate(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  kill(): Promise<number | null> {
    return this.#end('SIGKILL');
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  }
}
