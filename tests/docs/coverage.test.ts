import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/root.ts';

const text = readFileSync(fromRoot('docs/coverage.md'), 'utf8');
const rows = text.split('\n').filter((line) => /^\| (?!rule |-)/.test(line));
const titled = [...text.matchAll(/^\| .*\| `(tests\/[^`]+)` \| `([^`]+)` \|$/gm)].map(([, file = '', title = '']) => ({
  file,
  title,
}));

/** Between the quotation marks of a test, or of a group of tests. */
const hasTitle = (source: string, title: string) =>
  ["'", '"', '`'].some((mark) => source.includes(mark + title + mark));

test('every row of docs/coverage.md names a file and a title', () => {
  expect(titled.length).toBeGreaterThan(300);
  expect(rows).toHaveLength(titled.length);
});

test('every file that docs/coverage.md names exists', () => {
  const named = [...text.matchAll(/`((?:client|gateway|tests|locales)\/[\w./-]+)`/g)].map(([, file = '']) => file);
  const linked = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => `docs/${file}`);
  expect([...named, ...linked].filter((file) => !existsSync(fromRoot(file)))).toEqual([]);
});

test('every title that docs/coverage.md quotes is in its file', () => {
  const lost = titled.filter(({ file, title }) => !hasTitle(readFileSync(fromRoot(file), 'utf8'), title));
  expect(lost).toEqual([]);
});

test('a title that is in no test would be missed', () => {
  expect(hasTitle("test('one thing', () => {})", 'one thing')).toBe(true);
  expect(hasTitle("test('one thing', () => {})", 'one')).toBe(false);
});
