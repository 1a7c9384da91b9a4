/** Reads the reports of the test runners into the counts that `npm test` adds up. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { fromRoot } from './root.ts';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Failed tests with their messages, for the last lines of the output. */
  readonly failures?: readonly string[];
  /** The titles of failed browser tests, as `--grep` compares them. */
  readonly failedTitles?: readonly string[];
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
  /** The title of the outermost suite is the file. */
  readonly title: string;
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

interface FailedTest {
  readonly title: string;
  readonly failure: string;
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

export function readVitestReport({ numPassedTests, numFailedTests, testResults }: VitestReport): Counts {
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

export function readPlaywrightReport({ stats, suites }: PlaywrightReport): Counts {
  const testsOf = (
    { title, suites = [], specs }: PlaywrightSuite,
    above: readonly string[] = [],
  ): readonly FailedTest[] => [
    ...specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status !== 'expected')
        .map(({ status, results }) => ({
          title: [...above, title, spec.title].join(' '),
          failure: failure(
            `${spec.file}:${spec.line} › ${spec.title} (${status})`,
            results.find(({ error }) => error)?.error?.message,
          ),
        })),
    ),
    ...suites.flatMap((suite) => testsOf(suite, [...above, title])),
  ];
  const failed = suites.flatMap((suite) => testsOf(suite));
  // A flaky or skipped test counts as failed.
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped,
    failures: failed.map(({ failure }) => failure),
    failedTitles: failed.map(({ title }) => title),
  };
}

export function readBoundsReport({ passed, failures }: { passed: number; failures: readonly string[] }): Counts {
  return { passed, failed: failures.length, failures: failures.map((text) => `tests/bounds › ${text}`) };
}
