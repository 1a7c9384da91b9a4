import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/root.ts';
import { readBoundsReport, readPlaywrightReport, readVitestReport } from '../../scripts/test-reports.ts';

test('a Vitest report is reduced to its counts, and file, name and message of each failure', () => {
  const passed = { status: 'passed', fullName: 'passes', failureMessages: [] };
  const failed = { status: 'failed', fullName: 'fails', failureMessages: ['\u001b[31mexpected 1\u001b[39m to be 2'] };
  const counts = readVitestReport({
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [
      { name: fromRoot('tests/a.test.ts'), status: 'passed', message: '', assertionResults: [passed] },
      { name: fromRoot('tests/b.test.ts'), status: 'failed', message: '', assertionResults: [passed, failed] },
      { name: fromRoot('tests/c.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  });
  expect(counts).toEqual({
    passed: 2,
    failed: 1,
    failures: ['tests/b.test.ts › fails\n    expected 1 to be 2', 'tests/c.test.ts\n    no such module'],
  });
});

test('a Playwright report is reduced to its counts and the tests that failed, were flaky or did not run', () => {
  const spec = (title: string, status: string, message?: string) => ({
    file: 'e2e/a.spec.ts',
    line: 3,
    title,
    tests: [{ status, results: message === undefined ? [{}] : [{ error: { message } }, {}] }],
  });
  const counts = readPlaywrightReport({
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 },
    suites: [
      {
        title: 'a.spec.ts',
        specs: [spec('passes', 'expected'), spec('fails', 'unexpected', 'not visible')],
        suites: [{ title: 'a group', specs: [spec('is flaky', 'flaky', 'too late'), spec('is skipped', 'skipped')] }],
      },
    ],
  });
  expect(counts).toEqual({
    passed: 1,
    failed: 3,
    failures: [
      'e2e/a.spec.ts:3 › fails (unexpected)\n    not visible',
      'e2e/a.spec.ts:3 › is flaky (flaky)\n    too late',
      'e2e/a.spec.ts:3 › is skipped (skipped)',
    ],
    failedTitles: ['a.spec.ts fails', 'a.spec.ts a group is flaky', 'a.spec.ts a group is skipped'],
  });
});

test('a report of tests/bounds is reduced to its counts and the broken promises', () => {
  expect(readBoundsReport({ passed: 3, failures: ['gzip bombs: the gateway was killed'] })).toEqual({
    passed: 3,
    failed: 1,
    failures: ['tests/bounds › gzip bombs: the gateway was killed'],
  });
});
