import type { Config } from '../config.ts';

/** What a provider's script needs beyond itself. Scripts are not listed: `strict-dynamic` lets our script load them. */
interface Allowance {
  readonly frames: readonly string[];
  readonly connections: readonly string[];
}

/** docs.stripe.com/security/guide, "Content Security Policy": Elements in frames, 3-D Secure, its API. */
const stripe: Allowance = {
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
};

/** developers.google.com/recaptcha/docs/faq */
const recaptcha = (host: string): Allowance => ({
  frames: [`https://${host}/recaptcha/`, 'https://recaptcha.google.com/recaptcha/'],
  connections: [`https://${host}/recaptcha/`],
});

function allowanceOf(scriptUrl: string): Allowance {
  const { hostname, origin } = new URL(scriptUrl);
  if (hostname === 'js.stripe.com') return stripe;
  if (hostname === 'www.google.com' || hostname === 'www.recaptcha.net') return recaptcha(hostname);
  // A stand-in: whatever it does, it does on its own origin. Over http it serves a page on http, which names no scheme.
  const source = origin.replace(/^http:\/\//, '');
  return { frames: [source], connections: [source] };
}

/** Ours makes the addresses of the two scripts; the others are the captcha's, loaded with `trustedtypes=true`. */
const trustedTypes: readonly (readonly [string, ...string[]])[] = [
  ['require-trusted-types-for', "'script'"],
  ['trusted-types', 'skerry-scripts', 'goog#html', 'recaptcha'],
];

/**
 * The policy of the pages, as a function of the nonce. Scripts: the one of the page by its nonce, and what that one loads;
 * no inline code, no string that becomes code. decisions.md §3
 */
export function contentSecurityPolicy(config: Config): (nonce: string) => string {
  const providers = [allowanceOf(config.stripeJsUrl), allowanceOf(config.captchaJsUrl)];
  const all = (key: keyof Allowance) => [...new Set(providers.flatMap((provider) => provider[key]))];
  const extension = config.extensionId ? [`chrome-extension://${config.extensionId}`] : [];
  const directives: readonly (readonly [string, ...string[]])[] = [
    ['default-src', "'none'"],
    ['script-src', "'nonce-*'", "'strict-dynamic'"],
    // The client's stylesheets, and what a library inserts with the page's nonce.
    ['style-src', "'self'", "'nonce-*'"],
    ['img-src', "'self'"],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...all('connections'), ...extension],
    ['frame-src', ...all('frames')],
    ['manifest-src', "'self'"],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'self'"],
    ['frame-ancestors', "'none'"],
    // Not in development: the overlay that shows a syntax error writes HTML.
    ...(config.devServerUrl === null ? trustedTypes : []),
    ['report-uri', '/reports'],
    // Where it is named, Chromium ignores `report-uri`; over plain http it then reports nowhere.
    ...(config.publicOrigin.startsWith('https:') ? [['report-to', 'csp'] as const] : []),
  ];
  const policy = directives.map((directive) => directive.join(' ')).join('; ');
  return (nonce) => policy.replaceAll('nonce-*', `nonce-${nonce}`);
}

/** Where `report-to csp` goes. */
export const reportingEndpoints = 'csp="/reports"';
