import { glob, readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/root.ts';

type Specification = ReadonlyMap<string, readonly string[]>;

/** The numbers of a document's sections, each with the names of the paragraphs inside it. */
function readSections(markdown: string): Specification {
  const sections = markdown.split(/^## (?=\d)/m).slice(1);
  return new Map(
    sections.map((section) => [
      Number.parseInt(section, 10).toString(),
      [...section.matchAll(/(?:^### |\*\*)([A-Z][\w ‑-]*)/gm)].map(([, name = '']) => name.trim()),
    ]),
  );
}

const readSpecification = async (file: string) =>
  readSections(await readFile(fromRoot('docs/specification', file), 'utf8'));
const specifications = new Map([
  ['product', await readSpecification('product.md')],
  ['decisions', await readSpecification('decisions.md')],
]);

/** What section 3 of decisions.md, a hundred lines, has before its first named paragraph. */
const beginning = ['errors', 'routes'];

/**
 * Broken references of a text: an unknown section or paragraph, a § without a document, or one without the paragraph of
 * a long section.
 */
function findBrokenReferences(text: string): string[] {
  const broken: string[] = [];
  let document = '';
  // A comment may break the line between a document and its section.
  const joined = text.replace(/\n[ \t]*(?:\*|\/\/)[ \t]+/g, ' ');
  for (const match of joined.matchAll(
    /(product|decisions)\.md|§(\d+)(?:, ([A-Z][\w -]*|errors|routes))?|RFC \d+|\n/g,
  )) {
    const [found, name, section, paragraph] = match;
    if (section === undefined) document = name ?? (found === '\n' ? '' : found);
    else if (!document) broken.push(`${found} names no document`);
    else if (!document.startsWith('RFC')) {
      const paragraphs = specifications.get(document)?.get(section);
      const isLong = document === 'decisions' && section === '3';
      const names = isLong ? [...beginning, ...(paragraphs ?? [])] : paragraphs;
      const exists = names && (!paragraph || names.some((known) => paragraph.startsWith(known)));
      if (!exists) broken.push(`${document}.md ${found}`);
      else if (isLong && !paragraph) broken.push(`${document}.md ${found} names no paragraph`);
    }
  }
  return broken;
}

test('the two documents have the sections that comments cite', () => {
  expect([...(specifications.get('product')?.keys() ?? [])]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  expect([...(specifications.get('decisions')?.keys() ?? [])]).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(specifications.get('decisions')?.get('3')).toContain('Sign-in by URL');
});

test.each([
  ['product.md §4', []],
  ['product.md §4, §8; decisions.md §4, Drop to login', []],
  ['decisions.md §3, Refresh', []],
  ['decisions.md §3, Caching', []],
  ['decisions.md §2; §3, errors', []],
  ['decisions.md §3', ['decisions.md §3 names no paragraph']],
  ['product.md §3', []],
  ['RFC 9110 §9.2.2', []],
  [' * as in RFC 9111\n * §3.5', []],
  ['product.md §10', ['product.md §10']],
  ['decisions.md §7', ['decisions.md §7']],
  ['decisions.md §3, Fishing', ['decisions.md §3, Fishing']],
  ['as in §4', ['§4 names no document']],
])('broken references of "%s": %j', (text, broken) => {
  expect(findBrokenReferences(text)).toEqual(broken);
});

test('every cited section of the specification exists', async () => {
  const rooms = '{client,deploy,docs,gateway,locales,sandbox,scripts,shared,tests}';
  const files = glob([`${rooms}/**/*.{ts,tsx,css,md,yml,yaml,cfg}`, '*.{md,ts}'], {
    cwd: fromRoot(),
    exclude: (path) => /node_modules|docs\/specification|specification-references/.test(path),
  });
  const broken: string[] = [];
  let references = 0;
  for await (const file of files) {
    const text = await readFile(fromRoot(file), 'utf8');
    references += text.split('§').length - 1;
    broken.push(...findBrokenReferences(text).map((problem) => `${relative('.', file)}: ${problem}`));
  }
  expect(broken).toEqual([]);
  expect(references).toBeGreaterThan(100);
});
