import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/root.ts';

interface PackageRule {
  readonly description: string;
  readonly matchPackageNames: readonly string[];
  readonly allowedVersions?: string;
}

test('Renovate pins images by digest, and looks up known vulnerabilities at any time', async () => {
  const { extends: presets, osvVulnerabilityAlerts, vulnerabilityAlerts } = await readJson('renovate.json');
  expect(presets).toContain('docker:pinDigests');
  expect(osvVulnerabilityAlerts).toBe(true);
  expect(vulnerabilityAlerts).toMatchObject({ schedule: ['at any time'], minimumReleaseAge: null });
});

const readJson = async (file: string) => JSON.parse(await readFile(fromRoot(file), 'utf8'));

test('updates follow one schedule, and every held-back version is of an installed package and gives its reason', async () => {
  const { schedule, packageRules } = await readJson('renovate.json');
  const { dependencies, devDependencies, optionalDependencies, overrides } = await readJson('package.json');
  const used: Record<string, string> = {
    ...overrides,
    ...optionalDependencies,
    ...devDependencies,
    ...dependencies,
  };
  expect(schedule).toHaveLength(1);
  const held = packageRules.filter(({ allowedVersions }: PackageRule) => allowedVersions !== undefined);
  expect(held).not.toEqual([]);
  for (const { description, matchPackageNames, allowedVersions = '' } of held as PackageRule[]) {
    expect(description).toBeTruthy();
    for (const name of matchPackageNames) {
      expect(used).toHaveProperty([name]);
      // `20.x` begins as the version in use does; one in `!/…/` is not in use.
      const version = used[name] ?? '';
      const [, excluded] = /^!\/(.+)\/$/.exec(allowedVersions) ?? [];
      const allowed = excluded
        ? !new RegExp(excluded).test(version)
        : version.startsWith(allowedVersions.replace('x', ''));
      expect([name, version, allowed]).toEqual([name, version, true]);
    }
  }
});
