/**
 * `npm run lighthouse`: checks scores and web vitals of the built pages on a phone against budgets. Builds first if the
 * sources have changed. Timings are the median of five visits, because other processes affect them; other values count
 * in each visit. Also measures the slowest interaction of each section. `--film` writes a film strip of both pages to
 * gallery-output/.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { launch } from 'chrome-launcher';
import { calls } from '#shared/calls.ts';
import { buildIfStale } from '../../scripts/build.ts';
import { findHeadlessChromium } from '../../scripts/find-chromium.ts';
import { fromRoot } from '../../scripts/root.ts';
import { type ProcessStack, startProcesses } from '../support/built-stack.ts';
import type { ReadyAccount } from '../support/sandbox-control.ts';
import { cookiesAfter, sendRequest } from '../support/send-request.ts';
import { checkBudgets } from './check-budgets.ts';
import { writeFilmStrip } from './film-strip.ts';
import { type InteractionResult, interactionBudgetMs, measureInteractions } from './interactions.ts';
import { type PageUnderTest, pages } from './pages.ts';
import { type Run, runLighthouse } from './run-lighthouse.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, film: { type: 'boolean', default: false } },
});

async function visit({ path, email }: PageUnderTest, stack: ProcessStack, chromePort: number): Promise<Run> {
  const run = await runLighthouse(stack.origin + path, email ? await signIn(email, stack) : '', chromePort);
  if (run.path !== path) throw new Error(`${path} redirected to ${run.path}`);
  return run;
}

async function signIn(email: string, { origin, sandboxOrigin }: ProcessStack): Promise<string> {
  const accounts = (await sendRequest(sandboxOrigin, '/sandbox/accounts')).json() as ReadyAccount[];
  const account = accounts.find((candidate) => candidate.email === email);
  const body = { perm_token: account?.permanentToken };
  const response = await sendRequest(origin, calls.signInWithPermanentToken.path, { method: 'POST', body });
  if (response.status !== 200) throw new Error(`${email} cannot sign in: ${response.status} ${response.text}`);
  return cookiesAfter(response);
}

function report({ path, budgets }: PageUnderTest, runs: readonly Run[]): boolean {
  const results = checkBudgets(
    budgets,
    runs.map(({ figures }) => figures),
  );
  const round = (figure: number) => Number(figure.toFixed(3));
  console.log(`\n${path}, ${runs.length} visits`);
  console.table(
    results.map(({ name, value, lowest, highest, isScore, met }) => ({
      figure: name,
      measured: round(value),
      lowest: round(lowest),
      highest: round(highest),
      budget: `${isScore ? 'at least' : 'at most'} ${budgets[name]}`,
      result: met ? 'pass' : 'FAIL',
    })),
  );
  for (const failure of new Set(runs.flatMap(({ failures }) => failures))) console.log(failure);
  return results.every(({ met }) => met);
}

/** The slowest interaction of each place, the best of three tries: a busy machine makes a try slower, never faster. */
async function checkInteractions(browser: Browser): Promise<void> {
  const tries: InteractionResult[][] = [];
  while (tries.length < 3) tries.push(await measureInteractions(browser, stack));
  const best = (tries[0] ?? []).map(({ place, interactions }, index) => ({
    place,
    interactions,
    ms: Math.min(...tries.map((results) => results[index]?.ms ?? Number.POSITIVE_INFINITY)),
  }));
  console.log('\nSlowest interaction (INP), processor four times slower');
  console.table(
    best.map((row) => ({
      ...row,
      budget: interactionBudgetMs,
      result: row.ms < interactionBudgetMs ? 'pass' : 'FAIL',
    })),
  );
  if (best.some(({ ms }) => ms >= interactionBudgetMs)) process.exitCode = 1;
}

const chromePath = findHeadlessChromium();
if (!chromePath) throw new Error('There is no Chromium: npm run setup installs one');
await buildIfStale();
const stack = await startProcesses({ LOG_LEVEL: 'error' });
try {
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
  ];
  const chrome = await launch({ chromePath, chromeFlags: flags });
  try {
    for (const page of pages) {
      const runs: Run[] = [];
      while (runs.length < Number(values.runs)) runs.push(await visit(page, stack, chrome.port));
      if (!report(page, runs)) process.exitCode = 1;
    }
  } finally {
    chrome.kill();
  }
  const browser = await chromium.launch({ executablePath: chromePath, args: flags });
  await checkInteractions(browser);
  if (values.film) {
    for (const page of pages) {
      console.log(join('gallery-output', await writeFilmStrip(page, browser, stack, fromRoot('gallery-output'))));
    }
  }
  await browser.close();
} finally {
  await stack.close();
}
