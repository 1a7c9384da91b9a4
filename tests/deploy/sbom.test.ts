import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/root.ts';
import { billOfMaterials, type Lockfile } from '../../scripts/sbom.ts';

const readJson = async (file: string) => JSON.parse(await readFile(fromRoot(file), 'utf8'));
const { dependencies, devDependencies } = await readJson('package.json');
const { metadata, components } = billOfMaterials(await readJson('package-lock.json'));

test('the bill of materials lists every production package with version, package URL and hash', () => {
  expect(metadata.component).toMatchObject({ type: 'application', name: 'skerry-vpn-account-web' });
  const versions = new Map(components.map(({ name, version }) => [name, version]));
  for (const [name, version] of Object.entries(dependencies))
    expect([name, versions.get(name)]).toEqual([name, version]);
  for (const { purl, hashes, licenses } of components) {
    expect([purl, hashes?.[0]?.content, licenses?.length]).toEqual([
      expect.stringMatching(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+/),
      expect.stringMatching(/^[\da-f]{128}$/),
      1,
    ]);
  }
});

test('the bill of materials lists no development package', () => {
  const names = new Set(components.map(({ name }) => name));
  const tools = Object.keys(devDependencies).filter((name) => !(name in dependencies));
  // Production packages need these too: fastify needs ajv, protobufjs needs @types/node.
  expect(tools.filter((name) => names.has(name)).sort()).toEqual(['@types/node', 'ajv']);
});

test('the bill of materials lists both versions of one package', () => {
  const lockfile: Lockfile = {
    name: 'app',
    version: '1.0.0',
    packages: {
      '': {},
      'node_modules/cookie': { version: '2.0.0' },
      'node_modules/@fastify/cookie': { version: '1.0.0' },
      'node_modules/@fastify/cookie/node_modules/cookie': { version: '1.0.0' },
      'node_modules/vitest': { version: '4.0.0', dev: true },
      'node_modules/fsevents': { version: '1.0.0', optional: true },
    },
  };
  expect(billOfMaterials(lockfile).components.map(({ purl }) => purl)).toEqual([
    'pkg:npm/%40fastify/cookie@1.0.0',
    'pkg:npm/cookie@1.0.0',
    'pkg:npm/cookie@2.0.0',
  ]);
});
