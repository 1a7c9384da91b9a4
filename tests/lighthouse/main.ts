/**
 * `npm run lighthouse`, after `npm run build`: scores and web vitals of the built pages on a phone, checked against budgets.
 * Timings are the median of five visits, because a busy machine changes them; everything else must hold in each visit.
 */
import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import { calls } from '#shared/calls.ts';
import { findHeadlessChromium } from '../../scripts/find-chromium.ts';
import { type ProcessStack, startProcesses } from '../support/processes.ts';
import type { ReadyAccount } from '../support/sandbox-control.ts';
import { cookiesAfter, sendRequest } from '../support/send-request.ts';
import { checkBudgets } from './check-budgets.ts';
import { type PageUnderTest, pages } from './pages.ts';
import { type Run, runLighthouse } from './run-lighthouse.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });

async function visit({ path, email }: PageUnderTest, stack: ProcessStack, chromePort: number): Promise<Run> {
  const run = await runLighthouse(stack.origin + path, email ? await signIn(email, stack) : '', chromePort);
  if (run.path !== path) throw new Error(`${path} redirected to ${run.path}`);
  return run;
}

async function signIn(email: string, { origin, sandboxOrigin }: ProcessStack): Promise<string> {
  const accounts = (await sendRequest(sandboxOrigin, '/sandbox/accounts')).json() as ReadyAccount[];
  const account = accounts.find((candidate) => candidate.email === email);
  const body = { perm_token: account?.permanentToken };
  return cookiesAfter(await sendRequest(origin, calls.signInWithPermanentToken.path, { method: 'POST', body }));
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

const chromePath = findHeadlessChromium();
if (!chromePath) throw new Error('There is no Chromium: npm run setup installs one');
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
} finally {
  await stack.close();
}
