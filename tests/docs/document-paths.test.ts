import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/root.ts';

const { scripts } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8')) as { scripts: Record<string, string> };

const patterns = ['*.md', 'docs/*.md', 'docs/decisions/*.md', 'locales/*.md', 'sandbox/*.md', 'tests/*.md'];
const documents: string[] = [];
for await (const document of glob(patterns, { cwd: fromRoot() })) documents.push(document);
documents.sort();

/** Links, relative to the document, and paths in backticks, relative to the root. */
function findPaths(document: string, text: string): string[] {
  const links = [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, path = '']) =>
    join(dirname(document), path),
  );
  const rooms = 'client|deploy|docs|gateway|locales|sandbox|scripts|shared|tests';
  const quoted = [...text.matchAll(new RegExp(`\`((?:${rooms})/[\\w./-]+)\``, 'g'))].map(([, path = '']) => path);
  return [...links, ...quoted];
}

test.each(documents)('%s names only existing files and npm scripts', async (document) => {
  const text = await readFile(fromRoot(document), 'utf8');
  expect(findPaths(document, text).filter((path) => !existsSync(fromRoot(path)))).toEqual([]);
  const named = [...text.matchAll(/\bnpm run ([a-z][\w:]*)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

/** Those of its headings, as GitHub makes them, and its own. */
function anchorsOf(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id)];
}

test.each(documents)('%s links only to existing anchors', async (document) => {
  const text = await readFile(fromRoot(document), 'utf8');
  for (const [, path = '', anchor = ''] of text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)#([^)\s]+)\)/g)) {
    const target = path === '' ? document : join(dirname(document), path);
    expect(anchorsOf(await readFile(fromRoot(target), 'utf8')), `${target}#${anchor}`).toContain(anchor);
  }
});

test('docs/architecture.md names only functions and classes that are in the file before them', async () => {
  const text = await readFile(fromRoot('docs/architecture.md'), 'utf8');
  const named = [...text.matchAll(/`([\w./-]+\.ts)`, `(?:\w+\.)?(\w+)`/g)];
  expect(named.length).toBeGreaterThan(15);
  for (const [, path = '', name = ''] of named)
    expect(await readFile(fromRoot(path), 'utf8'), path).toMatch(
      new RegExp(`\\b${name}[(<]|class ${name}\\b|\\b${name} = `),
    );
});

test('finds documents, links and paths', () => {
  expect(documents).toContain('docs/security.md');
  expect(findPaths('docs/a.md', '[x](b.md#c) [y](https://z.example) `tests/a.ts` `npm test`')).toEqual([
    'docs/b.md',
    'tests/a.ts',
  ]);
});
