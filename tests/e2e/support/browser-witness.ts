import type { BrowserContext, Page, Request, Response } from '@playwright/test';
import type { ProcessStack } from '../../support/processes.ts';
import { tokenMarks } from '../../support/taint.ts';
import { Witness } from '../../support/witness.ts';

const shortestMark = Math.min(...tokenMarks.map((mark) => mark.length));

/** Looks at everything that a page, its scripts and its operators get to see, for the tokens that they must not. */
export class BrowserWitness {
  readonly witness = new Witness();
  readonly #stack: ProcessStack;
  readonly #running: Promise<void>[] = [];
  readonly #requests: Request[] = [];
  /** Strings of earlier heap snapshots, most of which come again. */
  readonly #seenStrings = new Set<string>();

  constructor(context: BrowserContext, stack: ProcessStack) {
    this.#stack = stack;
    context.on('request', (request) => this.#requests.push(request));
    context.on('response', (response) => {
      if (response.url().startsWith(`${stack.origin}/`)) this.#running.push(this.#seeResponse(response));
    });
    context.on('console', (message) => this.witness.see('console', message.text()));
    context.on('page', (page) => {
      // Within the page, after a redirect: what the address line shows.
      page.on('framenavigated', (frame) => this.witness.see('address', frame.url()));
    });
  }

  /** What scripts of the page could read now, and what lies about in its memory. */
  async lookInto(page: Page, where: string): Promise<void> {
    const readable = await page.evaluate(async () => {
      const databases = await indexedDB.databases();
      return {
        address: [location.href, document.referrer, document.title, JSON.stringify(history.state)],
        cookies: document.cookie,
        localStorage: { ...localStorage },
        sessionStorage: { ...sessionStorage },
        databases,
        caches: await caches.keys(),
        performance: performance.getEntries().map((entry) => entry.name),
        html: document.documentElement.outerHTML,
      };
    });
    for (const [name, value] of Object.entries(readable)) {
      this.witness.see('page', JSON.stringify(value), `${name} of ${where}`);
    }
    await this.#searchHeap(page, where);
  }

  /** What operators see, and whatever is still on its way. */
  async finish(): Promise<void> {
    await Promise.all(this.#running);
    for (const request of this.#requests) this.#seeRequest(request);
    for (const path of ['/metrics', '/healthz', '/readyz']) {
      const answer = await fetch(this.#stack.adminOrigin + path);
      this.witness.see('operations', await answer.text(), path);
    }
    for (const line of this.#stack.output().split('\n')) {
      this.witness.see('log', line, `log line ${line.slice(0, 120)}`);
    }
  }

  async #seeResponse(response: Response): Promise<void> {
    const what = new URL(response.url()).pathname;
    // Cookies are the one place where tokens may be.
    const headers = (await response.headersArray()).filter(({ name }) => name.toLowerCase() !== 'set-cookie');
    this.witness.see('answer', JSON.stringify(headers), `headers of ${what}`);
    // A redirect has no body, and one of a page that was left is gone.
    const body = await response.body().catch(() => null);
    if (body) this.witness.see('body', body, `body of ${what}`);
  }

  #seeRequest(request: Request): void {
    const url = request.url();
    const { pathname } = new URL(url);
    // The address that signs in is the one documented exception: the gateway takes it away by a redirect of its own.
    const isTakenAway =
      request.isNavigationRequest() && url.startsWith(this.#stack.origin) && request.redirectedTo() !== null;
    if (!isTakenAway) this.witness.see('request', url, `address of a request to ${pathname}`);
    this.witness.see('request', request.postData() ?? '', `body of a request to ${pathname}`);
  }

  async #searchHeap(page: Page, where: string): Promise<void> {
    const devtools = await page.context().newCDPSession(page);
    const chunks: string[] = [];
    devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
    await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
    await devtools.detach();
    const { strings }: { strings: string[] } = JSON.parse(chunks.join(''));
    let count = 0;
    for (const text of strings) {
      if (text.length < shortestMark || this.#seenStrings.has(text)) continue;
      this.#seenStrings.add(text);
      this.witness.see('heap', text, `memory of ${where}`);
      count += 1;
    }
    if (count === 0) throw new Error('the heap snapshot was empty');
  }
}
