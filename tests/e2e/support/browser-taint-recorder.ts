import type { BrowserContext, Page, Request, Response } from '@playwright/test';
import type { ProcessStack } from '../../support/built-stack.ts';
import { tokenMarks } from '../../support/taint.ts';
import { TaintRecorder } from '../../support/taint-recorder.ts';

const shortestPrefix = Math.min(...tokenMarks.map((mark) => mark.length));

/** Searches everything that pages, scripts and operators can see for access and refresh tokens. */
export class BrowserTaintRecorder {
  readonly recorder = new TaintRecorder();
  readonly #stack: ProcessStack;
  readonly #running: Promise<void>[] = [];
  readonly #requests: Request[] = [];
  /** Strings of earlier heap snapshots, which mostly repeat. */
  readonly #seenStrings = new Set<string>();

  constructor(context: BrowserContext, stack: ProcessStack) {
    this.#stack = stack;
    context.on('request', (request) => this.#requests.push(request));
    context.on('response', (response) => {
      if (response.url().startsWith(`${stack.origin}/`)) this.#running.push(this.#recordResponse(response));
    });
    context.on('console', (message) => this.recorder.record('console', message.text()));
    context.on('page', (page) => {
      // The final address, after redirects.
      page.on('framenavigated', (frame) => this.recorder.record('address', frame.url()));
    });
  }

  /** Searches what scripts of the page can read, and the heap. */
  async searchPage(page: Page, where: string): Promise<void> {
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
      this.recorder.record('page', JSON.stringify(value), `${name} of ${where}`);
    }
    await this.#searchHeap(page, where);
  }

  /** Searches metrics and logs, after all pending responses. */
  async finish(): Promise<void> {
    await Promise.all(this.#running);
    for (const request of this.#requests) this.#recordRequest(request);
    for (const path of ['/metrics', '/healthz', '/readyz']) {
      const response = await fetch(this.#stack.adminOrigin + path);
      this.recorder.record('operations', await response.text(), path);
    }
    for (const line of this.#stack.output().split('\n')) {
      this.recorder.record('log', line, `log line ${line.slice(0, 120)}`);
    }
  }

  async #recordResponse(response: Response): Promise<void> {
    const what = new URL(response.url()).pathname;
    // Only cookies may hold tokens.
    const headers = (await response.headersArray()).filter(({ name }) => name.toLowerCase() !== 'set-cookie');
    this.recorder.record('response', JSON.stringify(headers), `headers of ${what}`);
    // A redirect has no body, and the body is gone once the page is closed.
    const body = await response.body().catch(() => null);
    if (body) this.recorder.record('body', body, `body of ${what}`);
  }

  #recordRequest(request: Request): void {
    const url = request.url();
    const { pathname } = new URL(url);
    // The sign-in by URL is the one documented exception: the gateway redirects to the same URL without the token.
    const isRedirected =
      request.isNavigationRequest() && url.startsWith(this.#stack.origin) && request.redirectedTo() !== null;
    if (!isRedirected) this.recorder.record('request', url, `address of a request to ${pathname}`);
    this.recorder.record('request', request.postData() ?? '', `body of a request to ${pathname}`);
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
      if (text.length < shortestPrefix || this.#seenStrings.has(text)) continue;
      this.#seenStrings.add(text);
      this.recorder.record('heap', text, `memory of ${where}`);
      count += 1;
    }
    if (count === 0) throw new Error('the heap snapshot was empty');
  }
}
