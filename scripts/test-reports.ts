/** Reads the reports of the test runners into the counts that `npm test` adds up. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { fromRoot } from './root.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Failed tests with their messages, for the last lines of the output. */
  readonly failures?: readonly string[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly file: string;
    readonly line: number;
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly suites: readonly PlaywrightSuite[];
}

const failure = (where: string, message = ''): string => {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, 12);
  return [where, ...lines].join('\n    ').trimEnd();
};

export function ofVitest({ numPassedTests, numFailedTests, testResults }: VitestReport): Counts {
  const failed = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(fromRoot(), name);
      const tests = assertionResults.filter(({ status }) => status === 'failed');
      if (tests.length === 0) return [failure(file, message)];
      return tests.map((test) => failure(`${file} › ${test.fullName}`, test.failureMessages?.join('\n')));
    });
  return { passed: numPassedTests, failed: numFailedTests, failures: failed };
}

export function ofPlaywright({ stats, suites }: PlaywrightReport): Counts {
  const specsOf = ({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite['specs'] => [
    ...specs,
    ...suites.flatMap(specsOf),
  ];
  const failed = suites
    .flatMap(specsOf)
    .flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status !== 'expected')
        .map(({ status, results }) =>
          failure(`${file}:${line} › ${title} (${status})`, results.find(({ error }) => error)?.error?.message),
        ),
    );
  // A flaky or skipped test counts as failed.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped, failures: failed };
}

export function ofBounds({ passed, failures }: { passed: number; failures: readonly string[] }): Counts {
  return { passed, failed: failures.length, failures: failures.map((text) => `tests/bounds › ${text}`) };
}
