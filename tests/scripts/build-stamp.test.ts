import { mkdir, mkdtemp, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { hashSources, isBuildCurrent, recordSources } from '../../scripts/build-stamp.ts';

const files = [
  'client/src/main.tsx',
  'gateway/main.ts',
  'locales/en.json',
  'sandbox/main.ts',
  'shared/calls.ts',
  'scripts/build.ts',
  'scripts/process-bundle.ts',
  'scripts/prerender.ts',
  'scripts/demo-environment.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

async function createProject(): Promise<{ root: string; [Symbol.asyncDispose](): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'sources-'));
  for (const file of [...files, 'dist/gateway/main.js', 'tests/a.test.ts']) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), file);
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}

test('without a recorded build, a build is needed', async () => {
  await using project = await createProject();
  expect(await isBuildCurrent(project.root)).toBe(false);
});

test.each(files)('after a change of %s, a build is needed until the sources are recorded again', async (file) => {
  await using project = await createProject();
  const { root } = project;
  await recordSources(await hashSources(root), root);
  expect(await isBuildCurrent(root)).toBe(true);
  await writeFile(join(root, file), 'changed');
  expect(await isBuildCurrent(root)).toBe(false);
  await recordSources(await hashSources(root), root);
  expect(await isBuildCurrent(root)).toBe(true);
});

test('a removed, renamed or added source needs a build; a changed test does not', async () => {
  await using project = await createProject();
  const { root } = project;
  await recordSources(await hashSources(root), root);
  await writeFile(join(root, 'tests/a.test.ts'), 'changed');
  expect(await isBuildCurrent(root)).toBe(true);
  await rename(join(root, 'shared/calls.ts'), join(root, 'shared/call.ts'));
  expect(await isBuildCurrent(root)).toBe(false);
  await rename(join(root, 'shared/call.ts'), join(root, 'shared/calls.ts'));
  expect(await isBuildCurrent(root)).toBe(true);
  await writeFile(join(root, 'gateway/added.ts'), '');
  expect(await isBuildCurrent(root)).toBe(false);
  await unlink(join(root, 'gateway/added.ts'));
  await unlink(join(root, 'client/src/main.tsx'));
  expect(await isBuildCurrent(root)).toBe(false);
});
