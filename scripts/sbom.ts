/**
 * `npm run sbom`: writes dist/sbom.cdx.json, a CycloneDX bill of materials of the production packages in
 * package-lock.json. `npm sbom` omits every package of which the lockfile has two versions, for example zod and cookie.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fromRoot } from './root.ts';

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  /** `sha512-` and base64. */
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}

export interface Lockfile {
  readonly name: string;
  readonly version: string;
  /** Keyed by path; the project itself has the empty path. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/**
 * All packages that `dependencies` bring in, because a bundle may contain parts of any. There is no timestamp or serial
 * number, so the same lockfile gives the same document. cyclonedx.org/docs/1.6/json
 */
export function billOfMaterials({ name, version, packages }: Lockfile) {
  const components = Object.entries(packages)
    .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
    .map(([path, locked]) => describePackage(path.replace(/^.*node_modules\//, ''), locked));
  const unique = new Map(components.map((component) => [component['bom-ref'], component]));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': `${name}@${version}`, name, version } },
    components: [...unique.values()].sort((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
  };
}

function describePackage(name: string, { version = '', license, integrity }: LockedPackage) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [algorithm, hash = ''] = integrity?.split('-') ?? [];
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license && { licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }] }),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
    }),
  };
}

if (process.argv[1] === import.meta.filename) {
  const bill = billOfMaterials(JSON.parse(await readFile(fromRoot('package-lock.json'), 'utf8')));
  await writeFile(fromRoot('dist/sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${bill.components.length} packages in dist/sbom.cdx.json`);
}
