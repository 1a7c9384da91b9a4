import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/root.ts';

const text = await readFile(fromRoot('docs/security-conformance.md'), 'utf8');
/** Cells of the rows below a heading. */
const rowsBelow = (heading: string) =>
  (text.split(/^(?=## )/m).find((part) => part.startsWith(heading)) ?? '')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()));

const draft = rowsBelow('## OAuth 2.0');
const asvs = rowsBelow('## OWASP ASVS 5.0');
const rows = [...draft, ...asvs.map(([number = '', _level, ...others]) => [number, ...others])];
const pathsIn = (cell = '') =>
  [...cell.matchAll(/`((?:client|deploy|docs|gateway|scripts|shared|tests)\/[\w./-]*|Dockerfile|\.\w+)`/g)].map(
    ([, path = '']) => path,
  );

test('every requirement has a state and is listed once', () => {
  expect(rows.length).toBeGreaterThan(240);
  for (const [number, requirement, state] of rows) {
    expect(number).toMatch(/^\d+(\.\d+)*$/);
    expect(requirement).not.toBe('');
    expect(state, number).toMatch(/^(met|not applicable|\*\*not met\*\*)/);
  }
  const keys = rows.map(([number, requirement]) => `${number} ${requirement}`);
  expect(new Set(keys).size).toBe(keys.length);
});

test('a met requirement names its code and test, any other one a reason', () => {
  for (const [number, , state = '', code, proof = ''] of rows) {
    if (state.startsWith('met')) {
      expect(pathsIn(code).length, `code of ${number}`).toBeGreaterThan(0);
      expect(
        pathsIn(proof).some((path) => path.startsWith('tests/')),
        `test of ${number}`,
      ).toBe(true);
    } else {
      expect(proof, `reason of ${number}`).toMatch(/[a-z].{5,}\.$/);
    }
  }
});

test('every file that it names exists', () => {
  const paths = rows.flatMap((cells) => cells.flatMap(pathsIn));
  expect(paths.length).toBeGreaterThan(350);
  expect(paths.filter((path) => !existsSync(fromRoot(path)))).toEqual([]);
});

/** Levels of all requirements of ASVS 5.0.0: section → level of .1, .2, … */
const levels: Readonly<Record<string, string>> = {
  ...{ '1.1': '22', '1.2': '1111122223', '1.3': '112222222223', '1.4': '222', '1.5': '123' },
  ...{ '2.1': '122', '2.2': '112', '2.3': '12223', '2.4': '23' },
  ...{ '3.1': '3', '3.2': '113', '3.3': '12223', '3.4': '11222233', '3.5': '11122333', '3.6': '3', '3.7': '22333' },
  ...{ '4.1': '12233', '4.2': '23333', '4.3': '22', '4.4': '1222' },
  ...{ '5.1': '2', '5.2': '112333', '5.3': '113', '5.4': '222' },
  ...{ '6.1': '122', '6.2': '111111112222', '6.3': '11223333', '6.4': '112233', '6.5': '22222333', '6.6': '2223' },
  ...{ '6.7': '33', '6.8': '2222' },
  ...{ '7.1': '222', '7.2': '1111', '7.3': '22', '7.4': '11222', '7.5': '223', '7.6': '22' },
  ...{ '8.1': '1233', '8.2': '1123', '8.3': '133', '8.4': '23' },
  ...{ '9.1': '111', '9.2': '1222' },
  ...{ '10.1': '22', '10.2': '223', '10.3': '22223', '10.4': '1111122222233333', '10.5': '22222', '10.6': '22' },
  '10.7': '222',
  ...{ '11.1': '2233', '11.2': '22233', '11.3': '11233', '11.4': '1222', '11.5': '23', '11.6': '23', '11.7': '33' },
  ...{ '12.1': '12233', '12.2': '11', '12.3': '22223' },
  ...{ '13.1': '2333', '13.2': '222223', '13.3': '2233', '13.4': '1222233' },
  ...{ '14.1': '22', '14.2': '12223333', '14.3': '122' },
  ...{ '15.1': '12233', '15.2': '12233', '15.3': '1222222', '15.4': '3333' },
  ...{ '16.1': '2', '16.2': '22222', '16.3': '2222', '16.4': '222', '16.5': '2223' },
  ...{ '17.1': '23', '17.2': '22223333', '17.3': '22' },
};
const required = Object.entries(levels).flatMap(([section, list]) =>
  [...list].flatMap((level, index) => (level === '3' ? [] : [{ number: `${section}.${index + 1}`, section, level }])),
);

test('the document lists exactly the requirements of levels 1 and 2, with their levels', () => {
  const listed = new Map(asvs.map(([number = '', level = '']) => [number, level]));
  for (const { number, section, level } of required) {
    const sectionLevel = [...(levels[section] ?? '')].sort()[0];
    expect(listed.get(number) ?? listed.get(section), number).toBe(listed.has(number) ? level : sectionLevel);
  }
  const known = new Set(required.flatMap(({ number, section }) => [number, section]));
  expect([...listed.keys()].filter((number) => !known.has(number))).toEqual([]);
});

test('the official list is complete', () => {
  const all = Object.values(levels).join('');
  expect(['1', '2', '3'].map((level) => all.split(level).length - 1)).toEqual([70, 183, 92]);
});

test('the introduction names the requirements of level 1 that are not met', () => {
  const [, named = ''] = /^Level 1 is not fully met, either: see (.+)\.$/m.exec(text) ?? [];
  const missed = asvs.filter(([, level, , state = '']) => level === '1' && state.startsWith('**not met**'));
  expect(named.split(/, | and /)).toEqual(missed.map(([number]) => number));
});

/**
 * The sections of draft-ietf-oauth-browser-based-apps-26 that concern a BFF, or name other patterns, and the words of
 * RFC 2119 in them. Not those of the other patterns, which have one row each.
 */
const draftSections: Readonly<Record<string, string>> = {
  ...{ '5': '', '5.1.1': '', '5.1.2': '', '5.1.3': '', '5.1.4': '', '5.2': '' },
  ...{ '6.1.1': '', '6.1.2.1': '', '6.1.2.2': '', '6.1.2.3': '', '6.1.2.4': '', '6.1.2.5': '' },
  ...{ '6.1.3.1': 'MUST, MUST', '6.1.3.2': 'MUST, MUST, SHOULD, SHOULD, SHOULD, SHOULD, SHOULD NOT' },
  ...{ '6.1.3.3': 'MUST', '6.1.3.3.1': '', '6.1.3.3.2': 'MUST, SHOULD', '6.1.3.3.3': '' },
  ...{ '6.1.3.4': '', '6.1.3.5': '', '6.1.3.6': 'MUST, MUST, MUST', '6.1.3.7': '' },
  ...{ '6.1.4.1': '', '6.1.4.2': '', '6.1.4.3': '', '6.2': '', '6.3': '' },
  ...{ '7.1': '', '7.2': 'MUST, MUST, MUST NOT, MUST NOT', '7.3': 'MUST, MUST NOT', '7.4': '' },
  ...{ '8.1': 'NOT RECOMMENDED', '8.2': 'MUST NOT', '8.3': '', '8.4': '', '8.5': '', '8.6': '' },
  ...{ '9.1': 'SHOULD NOT', '9.2': '', '9.3': '', '9.4': '' },
};

test('the document lists every section of the draft, and each requirement that is in capitals', () => {
  const listed: Record<string, string> = {};
  for (const section of new Set(draft.map(([number = '']) => number))) {
    const requirements = draft.filter(([number]) => number === section).map(([, requirement = '']) => requirement);
    const words = requirements.join(' ').match(/\b(?:MUST NOT|MUST|SHOULD NOT|SHOULD|NOT RECOMMENDED)\b/g) ?? [];
    listed[section] = words.sort().join(', ');
  }
  expect(listed).toEqual(draftSections);
});

const security = await readFile(fromRoot('docs/security.md'), 'utf8');
/** Of each promise of docs/security.md: the cited numbers of ASVS, and of the draft. */
const cited = security
  .split('\n')
  .map((line) => /^\| .* \| ([\d., ]+) \| ?([\d., ]*|–) ?\|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, ...cells]) => cells.map((cell) => cell.match(/\d+(?:\.\d+)*/g) ?? []));
const citedRequirements = cited.flatMap(([numbers = []]) => numbers);

test('docs/security.md cites only numbers that exist', () => {
  expect(cited.length).toBeGreaterThan(50);
  const official = Object.entries(levels).flatMap(([section, list]) =>
    [...list].map((_, index) => `${section}.${index + 1}`),
  );
  expect(citedRequirements.filter((number) => !official.includes(number))).toEqual([]);
  const sections = Object.keys(draftSections);
  const isSection = (number: string) => sections.some((section) => `${section}.`.startsWith(`${number}.`));
  expect(cited.flatMap(([, numbers = []]) => numbers).filter((number) => !isSection(number))).toEqual([]);
});

test('docs/security.md cites no requirement that does not apply', () => {
  const inapplicable = asvs.filter(([, , , state]) => state === 'not applicable').map(([number = '']) => number);
  const applies = (number: string) => !inapplicable.some((listed) => `${number}.`.startsWith(`${listed}.`));
  expect(citedRequirements.filter((number) => !applies(number))).toEqual([]);
});
