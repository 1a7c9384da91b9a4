import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './image-bases.ts';

interface ImageConfig {
  readonly User: string;
  readonly Env?: readonly string[];
  readonly WorkingDir: string;
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly StopSignal?: string;
  readonly Healthcheck?: { readonly Test: readonly string[] };
}

export interface ContainerOptions {
  readonly image: string;
  readonly env: Readonly<Record<string, string>>;
  readonly memoryBytes: number;
}

/** A process of an image, as a pod would run it: its own user, a read-only root, no capabilities, a memory limit. */
export class Container {
  readonly config: ImageConfig;
  readonly #id = `skerry-${randomUUID()}`;
  readonly #working: string;
  #process: ChildProcess | null = null;
  #folder = '';

  private constructor(working: string, config: ImageConfig) {
    this.#working = working;
    this.config = config;
  }

  static async start({ image, env, memoryBytes }: ContainerOptions): Promise<Container> {
    const inspected = JSON.parse(run('buildah', 'inspect', '--type', 'image', image));
    const working = run('buildah', 'from', '--pull-never', image);
    const container = new Container(working, inspected.Docker.config);
    container.#folder = await mkdtemp(join(tmpdir(), 'image-run-'));
    const spec = container.#describe(run('buildah', 'mount', working), env, memoryBytes);
    await writeFile(join(container.#folder, 'config.json'), JSON.stringify(spec));
    container.#process = spawn('runc', ['run', '--bundle', container.#folder, container.#id], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    return container;
  }

  /** Runs a command beside the process, with its user and environment; throws where it fails. */
  exec(command: readonly string[]): string {
    return execFileSync('runc', ['exec', this.#id, ...command], { encoding: 'utf8', timeout: 30_000 });
  }

  /** The process's id outside the container. */
  pid(): number {
    return JSON.parse(run('runc', 'state', this.#id)).pid;
  }

  /** The most memory that the container has used, as the kernel counts it against the limit. */
  async peakMemoryBytes(): Promise<number> {
    return Number(await readFile(`/sys/fs/cgroup/memory/${this.#id}/memory.max_usage_in_bytes`, 'utf8'));
  }

  /** Stops it as an engine does, and returns the exit code. */
  async stop(): Promise<number | null> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    run('runc', 'kill', this.#id, this.config.StopSignal ?? 'SIGTERM');
    await ended;
    return child.exitCode;
  }

  async remove(): Promise<void> {
    const ended = this.#process?.exitCode === null ? once(this.#process, 'exit') : null;
    // Also succeeds for a container that has just ended by itself.
    run('runc', 'delete', '--force', this.#id);
    await ended;
    run('buildah', 'rm', this.#working);
    await rm(this.#folder, { recursive: true, force: true });
  }

  /**
   * The OCI runtime's configuration. The network is the host's, so that gateway, sandbox and tests meet on 127.0.0.1.
   */
  #describe(root: string, env: ContainerOptions['env'], memoryBytes: number): object {
    const { User, Env = [], WorkingDir, Entrypoint, Cmd } = this.config;
    const [uid = 0, gid = 0] = User.split(':').map(Number);
    const none = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] };
    return {
      ociVersion: '1.0.2',
      process: {
        user: { uid, gid },
        args: [...Entrypoint, ...Cmd],
        env: [...Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
        cwd: WorkingDir,
        capabilities: none,
        noNewPrivileges: true,
      },
      root: { path: root, readonly: true },
      mounts: [
        { destination: '/proc', type: 'proc', source: 'proc' },
        { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'noexec', 'mode=755', 'size=64k'] },
        ...['/etc/hosts', '/etc/resolv.conf'].map((file) => ({
          destination: file,
          type: 'bind',
          source: file,
          options: ['bind', 'ro'],
        })),
      ],
      linux: {
        namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })),
        cgroupsPath: `/${this.#id}`,
        resources: { memory: { limit: memoryBytes, swap: memoryBytes } },
        maskedPaths: ['/proc/kcore', '/proc/keys', '/proc/timer_list'],
        readonlyPaths: ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'],
      },
    };
  }
}
