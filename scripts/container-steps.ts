/**
 * `npm run container`: carries out the Dockerfile's steps where there is no container engine, in empty folders with only what it
 * copies, and asks the result for its health and a page. Needs Linux, root and util-linux. `CONTAINER_NODE` names the Node.js to
 * build and run with; by default the one that runs this. The base images are stood in for, not measured.
 */
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, gatewayEnvironment, sandboxEnvironment } from './container-environment.ts';
import { parseStages, readDockerfile } from './container-file.ts';
import { runInImage, startImage } from './container-run.ts';
import { carryOut, copyContext, type Image, makeBuildImage, makeNodeImage } from './container-stages.ts';
import { untilAnswers } from './processes.ts';

const node = process.env.CONTAINER_NODE || process.execPath;

/** Every stage of the Dockerfile, carried out. */
async function carryOutAll(folder: string): Promise<Map<string, Image>> {
  const context = join(folder, 'context');
  await mkdir(context);
  await copyContext(context);
  const images = new Map<string, Image>();
  for (const stage of parseStages(await readDockerfile())) {
    const root = join(folder, stage.name);
    const builds = stage.steps.some(({ keyword }) => keyword === 'RUN');
    const base = images.get(stage.base) ?? (await (builds ? makeBuildImage(root) : makeNodeImage(root, node)));
    images.set(stage.name, await carryOut(stage, base, root, { context, images, node }));
  }
  return images;
}

function imageOf(images: ReadonlyMap<string, Image>, name: string): Image {
  const image = images.get(name);
  if (!image) throw new Error(`No stage ${name}`);
  return image;
}

/** Starts both, asks what an engine and a browser ask, and stops the gateway as an engine does. */
async function tryOut(images: ReadonlyMap<string, Image>): Promise<void> {
  const [gateway, sandbox] = [imageOf(images, 'gateway'), imageOf(images, 'sandbox')];
  const ports = { port: await freePort(), adminPort: await freePort(), sandboxPort: await freePort() };
  const env: Environment = await gatewayEnvironment(ports);
  const children = [startImage(sandbox, await sandboxEnvironment(ports)), startImage(gateway, env)];
  const [, process] = children;
  if (!process) throw new Error('No process');
  try {
    const admin = `http://127.0.0.1:${ports.adminPort}`;
    await untilAnswers(`http://127.0.0.1:${ports.sandboxPort}/sandbox/accounts`);
    await untilAnswers(`${admin}/healthz`);
    await expectAnswer(`${admin}/readyz`, '"upstream":"up"');
    const page = await expectAnswer(
      `http://127.0.0.1:${ports.port}/enter`,
      '<script type="application/json" id="start">',
    );
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
    await expectAnswer(`http://127.0.0.1:${ports.port}${script}`, 'import');
    runInImage(gateway, gateway.healthcheck, env);
    console.log(`✓ ${gateway.healthcheck[0]} -e … (HEALTHCHECK) ends with 0`);
    expectReadOnly(gateway);
    process.kill(gateway.stopSignal as NodeJS.Signals);
    const [code] = await once(process, 'exit');
    if (code !== 0) throw new Error(`The gateway ended with ${code}`);
    console.log(`✓ ${gateway.stopSignal} ends the process with 0`);
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

async function expectAnswer(url: string, text: string): Promise<string> {
  const answer = await fetch(url, { headers: { accept: 'text/html,*/*' } });
  const body = await answer.text();
  if (answer.status !== 200 || !body.includes(text)) throw new Error(`${url}: ${answer.status} ${body.slice(0, 500)}`);
  console.log(`✓ ${new URL(url).pathname} answers 200`);
  return body;
}

function expectReadOnly(image: Image): void {
  const write =
    "try { require('fs').writeFileSync('written', ''); } catch ({ code }) { console.log(code, process.getuid()); }";
  const told = runInImage(image, [...image.entrypoint, '-e', write]).trim();
  const [uid] = image.user.split(':');
  if (told !== `EROFS ${uid}`) throw new Error(`Expected a read-only file system and user ${uid}: ${told}`);
  console.log(`✓ no file can be written (EROFS), as user ${uid}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** What could be run in the image, beside Node.js. */
async function listPrograms(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && /\/s?bin$/.test(entry.parentPath)).map(({ name }) => name);
}

const folder = await mkdtemp(join(tmpdir(), 'container-'));
try {
  const images = await carryOutAll(folder);
  await tryOut(images);
  for (const name of ['gateway', 'sandbox']) {
    const { copied, root } = imageOf(images, name);
    const programs = await listPrograms(root);
    console.log(
      `${name}: ${copied.files} files, ${(copied.bytes / 1e6).toFixed(1)} MB over the base image; programs: ${programs}`,
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
