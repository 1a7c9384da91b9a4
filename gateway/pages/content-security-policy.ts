import type { Config } from '../config.ts';

/** What a provider's script needs. Scripts are not listed: `strict-dynamic` allows our script to load them. */
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
  // The sandbox, on its own origin. Without the scheme of plain http.
  const source = origin.replace(/^http:\/\//, '');
  return { frames: [source], connections: [source] };
}

/**
 * `skerry-scripts` creates the URLs of the two scripts; the others belong to the captcha, loaded with
 * `trustedtypes=true`.
 */
const trustedTypes: readonly (readonly [string, ...string[]])[] = [
  ['require-trusted-types-for', "'script'"],
  ['trusted-types', 'skerry-scripts', 'goog#html', 'recaptcha'],
];

/**
 * The policy of the pages, as a function of the nonce. Allows the page's script by its nonce, and scripts that it
 * loads; no inline code and no `eval`. decisions.md §3, Pages
 */
export function contentSecurityPolicy(config: Config): (nonce: string) => string {
  const providers = [allowanceOf(config.stripeJsUrl), allowanceOf(config.captchaJsUrl)];
  const all = (key: keyof Allowance) => [...new Set(providers.flatMap((provider) => provider[key]))];
  const extension = config.extensionId ? [`chrome-extension://${config.extensionId}`] : [];
  const directives: readonly (readonly [string, ...string[]])[] = [
    ['default-src', "'none'"],
    ['script-src', "'nonce-*'", "'strict-dynamic'"],
    // The client's stylesheets, and those that a library inserts with the page's nonce.
    ['style-src', "'self'", "'nonce-*'"],
    ['img-src', "'self'"],
    ['font-src', "'self'"],
    ['connect-src', "'self'", ...all('connections'), ...extension],
    ['frame-src', ...all('frames')],
    ['manifest-src', "'self'"],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'none'"],
    ['frame-ancestors', "'none'"],
    // Not in development: Vite's error overlay writes HTML.
    ...(config.devServerUrl === null ? trustedTypes : []),
    ['report-uri', '/reports'],
    // Chromium then ignores `report-uri`, but supports `report-to` only over https.
    ...(config.publicOrigin.startsWith('https:') ? [['report-to', 'csp'] as const] : []),
  ];
  const policy = directives.map((directive) => directive.join(' ')).join('; ');
  return (nonce) => policy.replaceAll('nonce-*', `nonce-${nonce}`);
}

/** Where `report-to csp` goes. */
export const reportingEndpoints = 'csp="/reports"';
