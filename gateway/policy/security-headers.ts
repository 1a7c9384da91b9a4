import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../config.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The headers of every response as name, value, name, value: for responses that bypass Fastify's reply. */
    securityHeaders: readonly string[];
  }
}

/**
 * The headers of every response, whatever its status; files of the build leave out those that only documents need.
 * Pages, error pages and files of the build have their own Content-Security-Policy; this one is for the rest.
 */
export function securityHeaders(config: Config): Readonly<Record<string, string>> {
  const payment = `payment=(self "${new URL(config.stripeJsUrl).origin}")`;
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    'permissions-policy': `camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), serial=(), usb=(), ${payment}`,
    // Not plain `same-origin`: Google Pay opens in its own window and posts messages to its opener.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    // WebKit would apply it to localhost over plain http.
    ...(config.publicOrigin.startsWith('https:') && {
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    }),
  };
}

/** Only documents need them. A page fetches a dozen files, so these headers and a trace id would cost 3 kB. */
const documentHeaders = [
  'permissions-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-frame-options',
  'referrer-policy',
];

/** A file that is opened as a document runs nothing, and sends no form: `sandbox` allows none. */
const filePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

async function headers(app: FastifyInstance, config: Config): Promise<void> {
  const all = securityHeaders(config);
  const list = Object.entries(all);
  const fileList = Object.entries({ ...all, 'content-security-policy': filePolicy }).filter(
    ([name]) => !documentHeaders.includes(name),
  );
  app.decorate('securityHeaders', list.flat());
  app.addHook('onSend', (request, reply, _payload, done) => {
    const isFile = request.url.startsWith('/assets/') && reply.statusCode < 400;
    for (const [name, value] of isFile ? fileList : list) if (!reply.hasHeader(name)) reply.header(name, value);
    if (!isFile) reply.header('trace-id', request.id);
    // What may be stored says so itself.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
}

export const securityHeadersPlugin = fastifyPlugin(headers, { name: 'security-headers' });
