import { createServer, type Server } from 'node:http';

/** A page on another origin that uses the test doubles. The query selects its policies. */
export function createShopPage(sandboxOrigin: () => string): Server {
  return createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    // Other origins may only serve frames and scripts. Without connect-src, only a frame can call the server.
    const policy = [
      `default-src 'none'; script-src 'nonce-test' 'strict-dynamic'; frame-src ${sandboxOrigin()}; style-src 'unsafe-inline'`,
      query.has('trusted') && "require-trusted-types-for 'script'",
    ];
    response.setHeader('content-security-policy', policy.filter(Boolean).join('; '));
    if (query.has('coop')) response.setHeader('cross-origin-opener-policy', query.get('coop') ?? '');
    response.end(`<!doctype html><title>Shop</title><body>
<div id="number"></div><div id="expiry"></div><div id="cvc"></div><button id="pay">Pay</button><button id="wallet">Wallet</button>
<script nonce="test">
window.load = (url) => new Promise((resolve, reject) => {
  const script = document.createElement('script');
  const policy = window.trustedTypes?.createPolicy('test-' + Math.random(), { createScriptURL: (text) => text });
  script.src = policy ? policy.createScriptURL(url) : url;
  script.onload = resolve;
  script.onerror = reject;
  document.head.append(script);
});
</script>`);
  });
}
