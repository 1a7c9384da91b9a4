import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseOptions } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import { importRules } from '../../scripts/import-rules.ts';

/** The names of the rules that a client file breaks by importing this. */
async function findBrokenRules(file: string, imported: string): Promise<readonly string[]> {
  const root = await mkdtemp(join(tmpdir(), 'import-rules-'));
  try {
    const packages = ['react', 'react-dom', 'swr'].map((name) => `node_modules/${name}/index.js`);
    for (const path of [file, 'client/src/store.ts', 'client/src/features/enter/send-code.ts', ...packages]) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), path === file ? `import '${imported}';` : '');
    }
    const { tsConfig: _, ...options } = importRules.options;
    const all = { ...options, ruleSet: { forbidden: importRules.forbidden }, validate: true, baseDir: root };
    const { output } = await cruise(['client'], all as ICruiseOptions);
    if (typeof output === 'string') throw new Error('dependency-cruiser gave no result');
    return output.summary.violations.map(({ rule }) => rule.name);
  } finally {
    await rm(root, { recursive: true });
  }
}

const primitive = 'client/src/ui/button.tsx';

test.each(['react', 'react-dom', '../store.ts'])(
  'a primitive of the user interface may import %s',
  async (imported) => {
    expect(await findBrokenRules(primitive, imported)).toEqual([]);
  },
);

test.each(['swr', '../features/enter/send-code.ts'])('a primitive may not import %s', async (imported) => {
  expect(await findBrokenRules(primitive, imported)).toContain('ui-knows-react-only');
});

test('a feature may import a package, and no other feature', async () => {
  const file = 'client/src/features/billing/billing-section.tsx';
  expect(await findBrokenRules(file, 'swr')).toEqual([]);
  expect(await findBrokenRules(file, '../enter/send-code.ts')).toEqual([
    'a-feature-imports-no-other-feature-and-no-app',
  ]);
});
