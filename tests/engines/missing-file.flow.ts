import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { expect, test } from './support/flow.ts';
import { openPage } from './support/page.ts';

/** A proxy that responds with a 503 to the first request whose path matches. */
async function startFailingProxy(target: string, failing: RegExp) {
  let requests = 0;
  const server = createServer((incoming, outgoing) => {
    if (failing.test(incoming.url ?? '') && requests++ === 0) {
      outgoing.writeHead(503, { 'cache-control': 'no-store', 'content-type': 'text/html' }).end('unavailable');
      return;
    }
    const { method, headers, url = '/' } = incoming;
    const forwarded = request(new URL(url, target), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.once('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, requests: () => requests };
}

// WebKit keeps the failure of a preloaded file, also for the pages that follow.
test('a preloaded file that fails once is requested again', async ({ page, browser, stack, expectedErrors }) => {
  expectedErrors.push(/message-pages|Failed to load|503|dynamically imported module|module script/i);
  const proxy = await startFailingProxy(stack.origin, /\/assets\/message-pages-[^/]*\.js$/);
  await openPage(browser.driver, proxy.origin).goto('/enter/help');
  await expect.poll(proxy.requests).toBeGreaterThan(1);
  await page.shows('Can’t sign in?');
});
