import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Stage, Step } from './container-file.ts';
import { fromRoot } from './root.ts';

/** What a stage has become: a folder in place of its file system, and how its process is started. */
export interface Image {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly workdir: string;
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
  readonly stopSignal: string;
  /** What the instructions have copied in, the base image left aside. */
  readonly copied: { readonly files: number; readonly bytes: number };
}

const nothing: Omit<Image, 'root'> = {
  env: {},
  workdir: '/',
  user: '0:0',
  entrypoint: [],
  command: [],
  healthcheck: [],
  stopSignal: 'SIGTERM',
  copied: { files: 0, bytes: 0 },
};

/** Copies what .dockerignore lets through: everything is left out, but the names after a `!`. */
export async function copyContext(folder: string): Promise<void> {
  const lines = (await readFile(fromRoot('.dockerignore'), 'utf8')).split('\n').filter((line) => /^[^#]/.test(line));
  const [all, ...names] = lines;
  if (all !== '*' || !names.every((name) => /^![\w.-]+$/.test(name))) {
    throw new Error('.dockerignore is not a list of names that pass');
  }
  for (const name of names) await cp(fromRoot(name.slice(1)), join(folder, name.slice(1)), { recursive: true });
}

/**
 * A stand-in for the base image of the last stages: Node.js at its place, with the libraries that it loads and nothing else.
 * @param node the program to take
 */
export async function makeNodeImage(root: string, node: string): Promise<Image> {
  await mkdir(join(root, 'nodejs/bin'), { recursive: true });
  await cp(await realpath(node), join(root, 'nodejs/bin/node'));
  const libraries = execFileSync('ldd', [node], { encoding: 'utf8' }).matchAll(/(\/\S+) \(0x/g);
  for (const [, library = ''] of libraries) await cp(await realpath(library), join(root, library));
  // An engine gives every container these.
  await mkdir(join(root, 'etc'));
  for (const file of ['/etc/hosts', '/etc/resolv.conf']) await cp(file, join(root, file));
  await mkdir(join(root, 'proc'));
  return { ...nothing, root };
}

/** A base image whose programs are this machine's own: only for stages that build. */
export async function makeBuildImage(root: string): Promise<Image> {
  await mkdir(root, { recursive: true });
  return { ...nothing, root };
}

export interface Carrying {
  readonly context: string;
  /** The stages carried out so far. */
  readonly images: ReadonlyMap<string, Image>;
  /** Whose folder comes first on the path of RUN. */
  readonly node: string;
}

/** Carries out a stage's instructions in `root`, on a copy of its base. */
export async function carryOut(stage: Stage, base: Image, root: string, carrying: Carrying): Promise<Image> {
  if (root !== base.root) await cp(base.root, root, { recursive: true });
  let image: Image = { ...base, root };
  for (const step of stage.steps) image = { ...image, ...(await take(step, image, carrying)) };
  return image;
}

async function take(step: Step, image: Image, carrying: Carrying): Promise<Partial<Image>> {
  const { keyword, text, command } = step;
  switch (keyword) {
    case 'WORKDIR':
      await mkdir(join(image.root, text), { recursive: true });
      return { workdir: text };
    case 'ENV':
      return { env: { ...image.env, ...Object.fromEntries(text.split(/\s+/).map((pair) => splitPair(pair))) } };
    case 'USER':
      return { user: text };
    case 'STOPSIGNAL':
      return { stopSignal: text };
    case 'ENTRYPOINT':
      return { entrypoint: command ?? [] };
    case 'CMD':
      return { command: command ?? [] };
    case 'HEALTHCHECK':
      return { healthcheck: command ?? [] };
    case 'COPY':
      return { copied: await copy(step, image, carrying) };
    case 'RUN':
      execFileSync('/bin/sh', ['-c', text], {
        cwd: join(image.root, image.workdir),
        // This machine's own settings too: how it reaches the package registry is no part of the Dockerfile.
        env: { ...process.env, ...image.env, PATH: `${dirname(carrying.node)}:${process.env.PATH}` },
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      return {};
    case 'ARG':
    case 'EXPOSE':
    case 'LABEL':
      return {};
    default:
      throw new Error(`Line ${step.line}: ${keyword} is not known here`);
  }
}

async function copy({ flags, text }: Step, image: Image, { context, images }: Carrying): Promise<Image['copied']> {
  const from = flags.from === undefined ? context : images.get(flags.from)?.root;
  if (from === undefined) throw new Error(`COPY --from=${flags.from} names no earlier stage`);
  const names = text.split(/\s+/);
  const target = names.pop() ?? '';
  const destination = join(image.root, target.startsWith('/') ? '/' : image.workdir, target);
  let { files, bytes } = image.copied;
  for (const name of names) {
    const source = join(from, name);
    const isFolder = (await stat(source)).isDirectory();
    // The contents of a folder, but a file itself.
    await cp(source, isFolder ? destination : join(destination, basename(source)), { recursive: true });
    const copied = await measure(source);
    files += copied.files;
    bytes += copied.bytes;
  }
  return { files, bytes };
}

async function measure(path: string): Promise<Image['copied']> {
  const { size } = await stat(path);
  if (!(await stat(path)).isDirectory()) return { files: 1, bytes: size };
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name))),
  );
  return { files: sizes.length, bytes: sizes.reduce((sum, file) => sum + file.size, 0) };
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at), pair.slice(at + 1)];
}
