import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import type { Image } from './container-stages.ts';

type Environment = Readonly<Record<string, string>>;

/** Starts the image's process as an engine would. */
export const startImage = (image: Image, env: Environment): ChildProcess => {
  const [command, ...args] = inside(image, [...image.entrypoint, ...image.command]);
  return spawn(command, args, { env: { ...image.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] });
};

/** Runs a command in the image until it ends; throws when it ends with anything but 0. What it printed. */
export const runInImage = (image: Image, command: readonly string[], env: Environment = {}): string => {
  const [program, ...args] = inside(image, command);
  return execFileSync(program, args, { env: { ...image.env, ...env }, encoding: 'utf8', timeout: 10_000 });
};

/**
 * The command in a mount namespace of its own: the image's folder is the whole file system, mounted read-only, and the
 * process is its user. The programs that arrange this are util-linux's; nothing of them is left when the command runs.
 */
function inside({ root, workdir, user }: Image, command: readonly string[]): [string, ...string[]] {
  const [uid = '0', gid = '0'] = user.split(':');
  const arrange = [
    'mount --bind "$0" "$0"',
    'mount --rbind /proc "$0/proc"',
    'mount -o remount,bind,ro "$0"',
    'workdir=$1 uid=$2 gid=$3',
    'shift 3',
    'exec unshare --root "$0" --wd "$workdir" --setuid "$uid" --setgid "$gid" -- "$@"',
  ].join(' && ');
  const args = ['--mount', '--propagation', 'private', '/bin/sh', '-c', arrange, root, workdir, uid, gid, ...command];
  return ['unshare', ...args];
}
