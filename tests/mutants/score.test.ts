import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/root.ts';
import { type Explained, findUnexplained, mergeReports, rangesOf, scoreOf } from './score.ts';

const mutant = (status: string, replacement = 'true', line = 2) => ({
  mutatorName: 'BooleanLiteral',
  replacement,
  status,
  location: { start: { line, column: 3 }, end: { line, column: 8 } },
});

test('the score ignores mutants that do not compile', () => {
  expect(scoreOf(['Killed', 'Timeout', 'Survived', 'CompileError', 'NoCoverage'].map((each) => mutant(each)))).toBe(50);
  expect(scoreOf([])).toBe(100);
});

test('an explanation must match file, line, mutator and replacement of a survivor', () => {
  const files = { 'a.ts': { source: 'const a =\n  false;', mutants: [mutant('Survived'), mutant('Killed', 'x')] } };
  const reason = 'No caller reads it.';
  const entry = { file: 'a.ts', line: 'false;', mutatorName: 'BooleanLiteral', replacement: 'true', reason };
  const survivor = { file: 'a.ts', ...mutant('Survived') };
  expect(findUnexplained({ files }, [entry])).toEqual([]);
  for (const wrong of [{ file: 'b.ts' }, { line: 'true;' }, { mutatorName: 'X' }, { replacement: 'y' }]) {
    expect(findUnexplained({ files }, [{ ...entry, ...wrong }])).toEqual([survivor]);
  }
});

test('the next pass runs for unexplained survivors, and its results are merged', () => {
  const [source, killed, survived, missed, ignored] = [
    '\n',
    mutant('Killed'),
    mutant('Survived', 'a'),
    mutant('NoCoverage', 'b', 7),
    mutant('Ignored', 'c', 8),
  ];
  const earlier = {
    files: { 'a.ts': { source, mutants: [killed, survived] }, 'b.ts': { source, mutants: [missed, ignored] } },
  };
  expect(rangesOf(earlier, [])).toEqual(['a.ts:2:2-2:7', 'b.ts:7:2-7:7', 'b.ts:8:2-8:7']);
  const reason = 'No caller reads it.';
  const explained = { file: 'a.ts', line: '', mutatorName: 'BooleanLiteral', replacement: 'a', reason };
  expect(rangesOf(earlier, [explained])).toEqual(['b.ts:7:2-7:7', 'b.ts:8:2-8:7']);
  const later = {
    files: {
      'a.ts': { source, mutants: [mutant('Survived'), mutant('Timeout', 'a')] },
      'b.ts': { source, mutants: [mutant('RuntimeError', 'b', 7), mutant('Killed', 'c', 8)] },
    },
  };
  expect(mergeReports(earlier, later)).toEqual({
    files: {
      'a.ts': { source, mutants: [killed, mutant('Timeout', 'a')] },
      'b.ts': { source, mutants: [missed, mutant('Killed', 'c', 8)] },
    },
  });
});

test('every explained survivor names a line that exists once, and a reason', async () => {
  const list = JSON.parse(await readFile(fromRoot('tests/mutants/survivors.json'), 'utf8')) as readonly Explained[];
  expect(list.length).toBeGreaterThan(0);
  for (const { file, line, reason } of list) {
    const lines = (await readFile(fromRoot(file), 'utf8')).split('\n').map((each) => each.trim());
    expect(lines.filter((each) => each === line).length, `${file}: ${line}`).toBe(1);
    expect(reason).toMatch(/^[A-Z].{10,}\.$/);
  }
});
