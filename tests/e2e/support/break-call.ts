import type { Page, Route } from '@playwright/test';
import type { Call } from '#shared/calls.ts';
import { createGate } from '../../support/gate.ts';
import { type Fault, faults } from './fault-step.ts';
import { fromGateway } from './faults.ts';

/** A call of the page, and its responses of the wrong shape. */
export interface BreakableCall {
  readonly call: Pick<Call, 'method'> & { readonly path: string };
  readonly misshapen?: readonly unknown[];
}

/** One fault of one call. */
export interface Cell {
  readonly fault: Fault;
  /** Its response, if the fault is `misshapen`. */
  readonly body: unknown;
  readonly name: string;
}

/** Every fault of a call, once for each misshapen response. */
export const cellsOf = ({ misshapen = [] }: BreakableCall): readonly Cell[] =>
  faults.flatMap((fault): Cell[] =>
    fault === 'misshapen'
      ? misshapen.map((body) => ({ fault, body, name: `${fault}: ${JSON.stringify(body)}` }))
      : [{ fault, body: null, name: fault }],
  );

const json = (status: number, body: unknown) => ({
  status,
  contentType: 'application/json',
  headers: { ...fromGateway.headers, 'retry-after': '60' },
  body: JSON.stringify(body),
});

const refusal = (status: number, code: number) => json(status, { code, message: 'test' });

const responses: Partial<Record<Fault, (route: Route, body: unknown) => Promise<void>>> = {
  refused: (route) => route.fulfill(refusal(400, 9)),
  failing: (route) => route.fulfill(refusal(503, 14)),
  limited: (route) => route.fulfill(refusal(429, 8)),
  aborted: (route) => route.abort(),
  // A request that is continued could wait until the network is back.
  offline: (route) => route.abort('internetdisconnected'),
  nonsense: (route) => route.fulfill({ contentType: 'text/html', body: '<h1>It works!</h1>' }),
  misshapen: (route, body) => route.fulfill(json(200, body)),
};

/** Repeats a failed read at once, instead of after 0.4 and 1.5 seconds. */
const retryAtOnce = `
  const setTimer = window.setTimeout;
  window.setTimeout = (run, ms, ...rest) => setTimer(run, ms === 400 || ms === 1500 ? 0 : ms, ...rest);
`;

/** Applies faults to one call of the page, from the first `set` on. */
export async function breakCall(page: Page, { call }: BreakableCall) {
  let current: Pick<Cell, 'fault' | 'body'> | null = null;
  let count = 0;
  let gate = createGate();
  await page.addInitScript(retryAtOnce);
  await page.route(`**${call.path}*`, async (route) => {
    if (route.request().method() !== call.method || current === null) return route.fallback();
    count += 1;
    const respond = responses[current.fault];
    if (respond) return respond(route, current.body);
    if (current.fault === 'slow') await gate.pass();
    await route.continue();
  });
  return {
    count: () => count,
    set(next: Pick<Cell, 'fault' | 'body'>) {
      current = next;
      gate = createGate();
    },
    release: () => gate.open(),
  };
}
