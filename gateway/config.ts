import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { Links } from '#shared/start.ts';
import packageJson from '../package.json' with { type: 'json' };
import {
  parseBaseUrl,
  parseChoice,
  parseContact,
  parseCookieName,
  parseDirectory,
  parseDomain,
  parseDsn,
  parseEndpoint,
  parseFile,
  parseHeaderValue,
  parseInteger,
  parseKeys,
  parseOrigin,
  parsePublishableKey,
  parseRanges,
  parseRatio,
  parseRedisAddress,
  parseSchemes,
  parseUrl,
  refuse,
} from './config-values.ts';
import { ConfigError, type Environment, EnvironmentReader } from './environment-reader.ts';

export type { RedisAddress } from './config-values.ts';
export { ConfigError, type Environment };

/** In the order in which missing ones are reported. decisions.md §2 */
const required = [
  'API_BASE_URL',
  'CAPTCHA_SITE_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'COOKIE_DOMAIN',
  'ACCESS_TOKEN_COOKIE',
  'REFRESH_TOKEN_COOKIE',
  'ORDER_PAGE_URL',
  'SITE_URL',
  'ENVIRONMENT',
  'COPYRIGHT_YEAR',
] as const;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Cookies that the gateway or the client keeps beside the tokens. */
const otherCookies = [
  'locale',
  'auth_type',
  'attribution',
  'signed_in_by',
  'signed_in_by_this_link',
  'account_unconfirmed',
  'theme',
  'cleanup',
  'ended_session',
];

/** A day. Node's timers end at once beyond 24 of them. */
const maxDurationMs = 86_400_000;

export type Config = ReturnType<typeof readConfig>;

/**
 * All configuration, parsed once and frozen. decisions.md §2
 * @throws {ConfigError} one line for each variable that is missing, then one for each that does not parse
 */
export function readConfig(env: Environment) {
  const reader = new EnvironmentReader(env, required);
  const { text, optional } = reader;
  const mandatory = (name: (typeof required)[number], parse: (name: string, value: string) => string) =>
    optional(name, parse, '');
  const integer = (name: string, fallback: number, min = 1, max?: number) =>
    optional(name, (_, value) => parseInteger(name, value, min, max), fallback);
  const address = (name: string, fallback: string) => optional(name, parseUrl, fallback);

  const environment = text('ENVIRONMENT');
  const port = integer('PORT', 3000, 0, 65535);
  const publicOrigin = optional('PUBLIC_ORIGIN', parseOrigin, `http://localhost:${port}`);
  reader.check(() => {
    if (environment === 'production' && !isLocal(publicOrigin) && publicOrigin.startsWith('http:')) {
      refuse('PUBLIC_ORIGIN', 'must be https in production');
    }
  });
  const adminPort = integer('ADMIN_PORT', 9464, 0, 65535);
  reader.check(() => {
    // 0 is any free port.
    if (adminPort === port && port !== 0) refuse('ADMIN_PORT', 'is the same as PORT');
  });
  const apiBaseUrl = mandatory('API_BASE_URL', parseBaseUrl);

  const config = {
    host: text('HOST') || '0.0.0.0',
    port,
    adminPort,
    publicOrigin,
    environment,

    /** Without a slash at its end; the calls' paths follow. */
    apiBaseUrl,
    /** The upstream as browsers reach it; without a slash at its end. */
    apiPublicUrl: optional('API_PUBLIC_URL', parseBaseUrl, apiBaseUrl),
    /** At most 60 s: a refresh may take twice as long, and an ended session is remembered for 120 s. */
    upstreamTimeoutMs: integer('UPSTREAM_TIMEOUT_MS', 15_000, 1, 60_000),
    upstreamConnectTimeoutMs: integer('UPSTREAM_CONNECT_TIMEOUT_MS', 3_000, 1, maxDurationMs),
    requestTimeoutMs: integer('REQUEST_TIMEOUT_MS', 10_000, 1, maxDurationMs),
    responseTimeoutMs: integer('RESPONSE_TIMEOUT_MS', 120_000, 1, maxDurationMs),
    bodyLimitBytes: integer('BODY_LIMIT_BYTES', 65_536),
    shutdownGraceMs: integer('SHUTDOWN_GRACE_MS', 10_000, 0, maxDurationMs),

    ...readCookies(reader, publicOrigin),
    /** Newest first: the first seals, all open. Empty: cookies hold the tokens as they are. */
    cookieKeys: optional('COOKIE_KEYS', parseKeys, [] as readonly KeyObject[]),
    /** Max-Age of the cookies; starts again with each refresh. */
    sessionMaxAgeSeconds: integer('SESSION_MAX_AGE_S', 15_552_000),
    /** From the sign-in; enforced only with sealed cookies. */
    sessionAbsoluteMaxAgeSeconds: integer('SESSION_ABSOLUTE_MAX_AGE_S', 31_536_000),
    redisAddress: optional('REDIS_URL', parseRedisAddress, null),

    trustedProxies: optional('TRUST_PROXY', parseRanges, [] as readonly string[]),
    rateLimits: {
      signInPerMinute: integer('RATE_LIMIT_SIGN_IN_PER_MINUTE', 300),
      callsPerMinute: integer('RATE_LIMIT_PER_MINUTE', 6_000),
      codesPerEmail: integer('RATE_LIMIT_CODES_PER_EMAIL', 10),
      attemptsPerEmail: integer('RATE_LIMIT_ATTEMPTS_PER_EMAIL', 10),
      exempt: optional('RATE_LIMIT_EXEMPT', parseRanges, [] as readonly string[]),
    },

    logLevel: optional('LOG_LEVEL', (name, value) => parseChoice(name, value, logLevels), 'info'),
    sentryDsn: optional('SENTRY_DSN', parseDsn, null),
    /** Of an OTLP/HTTP receiver, without /v1/traces. */
    otlpEndpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT', parseEndpoint, null),
    /** The share of requests that are traced. */
    traceSampleRatio: optional('OTEL_TRACES_SAMPLER_ARG', parseRatio, 0.1),

    productName: text('PRODUCT_NAME') || 'Skerry VPN',
    appIdentity: optional('APP_IDENTITY', parseHeaderValue, 'skerry.site.account'),
    appVersion: optional('APP_VERSION', parseHeaderValue, packageJson.version),
    copyrightYear: text('COPYRIGHT_YEAR'),
    captchaSiteKey: text('CAPTCHA_SITE_KEY'),
    captchaJsUrl: address('CAPTCHA_JS_URL', 'https://www.google.com/recaptcha/api.js'),
    stripePublishableKey: mandatory('STRIPE_PUBLISHABLE_KEY', parsePublishableKey),
    stripeJsUrl: address('STRIPE_JS_URL', 'https://js.stripe.com/endive/stripe.js'),
    /** The first one is the main one. */
    appUrlSchemes: optional('APP_URL_SCHEMES', parseSchemes, ['skerry', 'skerry-setapp', 'skerry-beta']),
    extensionId: optional('EXTENSION_ID', parseExtensionId, null),
    anonymousEmailDomain: optional('ANONYMOUS_EMAIL_DOMAIN', parseDomain, 'anonymous.skerry.example'),
    attribution: optional('ATTRIBUTION', (name, value) => parseChoice(name, value, ['on', 'off']), 'on') === 'on',
    applePayDomainFile: optional('APPLE_PAY_DOMAIN_FILE', parseFile, null),
    securityContact: optional('SECURITY_CONTACT', parseContact, null),
    links: readLinks(mandatory('SITE_URL', parseBaseUrl), mandatory('ORDER_PAGE_URL', parseUrl), address),

    /** Where the built client lies; beside the bundle, or in `dist` when the gateway runs from its sources. */
    clientDir: optional(
      'CLIENT_DIR',
      parseDirectory,
      join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../dist/client' : '../client'),
    ),
    /** Vite's server in development: pages and modules come from there instead of `clientDir`. */
    devServerUrl: optional(
      'DEV_SERVER_URL',
      (name, value) =>
        environment === 'production' ? refuse(name, 'must not be set in production') : parseOrigin(name, value),
      null,
    ),
  };
  reader.throwFaults();
  const warnings = [...warnAboutMissing(environment, text), ...warnAboutRisks(config), ...reader.findMisspelled()];
  return deepFreeze({ ...config, warnings });
}

/** What the gateway starts without, but should not in production. decisions.md §2 */
function warnAboutMissing(environment: string, text: (name: string) => string): readonly string[] {
  if (environment !== 'production') return [];
  const warnings = [
    ['COOKIE_KEYS', 'the token cookies are not encrypted'],
    ['PUBLIC_ORIGIN', 'it is http://localhost, so requests from any other origin are refused and cookies lack Secure'],
    ['REDIS_URL', 'several replicas do not share refreshes and rate limits'],
  ] as const;
  return warnings
    .filter(([name]) => !text(name))
    .map(([name, meaning]) => `Environment variable ${name} is not set: ${meaning}`);
}

interface RiskyValues {
  readonly environment: string;
  readonly apiBaseUrl: string;
  readonly apiPublicUrl: string;
  readonly logLevel: string;
  readonly cookieKeys: readonly KeyObject[];
  readonly trustedProxies: readonly string[];
  readonly rateLimits: { readonly exempt: readonly string[] };
  readonly shutdownGraceMs: number;
  readonly upstreamTimeoutMs: number;
}

/** Values that are valid, but hardly meant in production. Without the values: one may be a secret. */
function warnAboutRisks(config: RiskyValues) {
  const { environment, apiBaseUrl, apiPublicUrl, cookieKeys, trustedProxies, rateLimits, logLevel } = config;
  if (environment !== 'production') {
    const isMeant = /^(?:prod|prd|live)/i.test(environment);
    return isMeant ? ['Environment variable ENVIRONMENT is not production: its warnings and checks are off'] : [];
  }
  const isUnencrypted = (url: string) => url.startsWith('http:') && !isLocal(url);
  const risks = [
    ['API_BASE_URL', isUnencrypted(apiBaseUrl), 'is http: tokens are sent unencrypted'],
    [
      'API_PUBLIC_URL',
      // By default it is API_BASE_URL.
      apiPublicUrl !== apiBaseUrl && isUnencrypted(apiPublicUrl),
      'is http: anyone in the network can redirect a social sign-in',
    ],
    ['COOKIE_KEYS', cookieKeys.some(isEasyToGuess), 'has a key that is easy to guess: make it with random bytes'],
    [
      'TRUST_PROXY',
      trustedProxies.some(isMostOfTheInternet),
      'covers most of the internet: clients choose their address',
    ],
    ['RATE_LIMIT_EXEMPT', rateLimits.exempt.some(isMostOfTheInternet), 'covers most of the internet'],
    [
      'SHUTDOWN_GRACE_MS',
      config.shutdownGraceMs <= config.upstreamTimeoutMs,
      'is not longer than UPSTREAM_TIMEOUT_MS: a shutdown can cut off slow calls',
    ],
    [
      'LOG_LEVEL',
      !['info', 'debug', 'trace'].includes(logLevel),
      'is above info: requests and security events are not in the log',
    ],
  ] as const;
  return risks.filter(([, isRisky]) => isRisky).map(([name, , risk]) => `Environment variable ${name} ${risk}`);
}

/** 32 random bytes have about 30 different values. */
const isEasyToGuess = (key: KeyObject): boolean => new Set(key.export()).size < 20;

/** @param range in CIDR notation, or an address */
function isMostOfTheInternet(range: string): boolean {
  const [address = '', prefix] = range.split('/');
  return prefix !== undefined && Number(prefix) < (address.includes(':') ? 16 : 8);
}

/**
 * Whether browsers treat the origin as this machine; WebKit refuses `Secure` cookies there. decisions.md §3, Cookies
 */
function isLocal(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1');
}

function readCookies({ text, optional, check }: EnvironmentReader, publicOrigin: string) {
  const accessTokenCookie = optional('ACCESS_TOKEN_COOKIE', parseCookieName, '');
  const refreshTokenCookie = optional('REFRESH_TOKEN_COOKIE', parseCookieName, '');
  const local = isLocal(publicOrigin);
  const readDomain = (_: string, value: string) => readCookieDomain(value, new URL(publicOrigin).hostname);
  const cookieDomain = local ? null : optional('COOKIE_DOMAIN', readDomain, null);
  check(() => {
    if (otherCookies.includes(accessTokenCookie)) refuse('ACCESS_TOKEN_COOKIE', 'is the name of another cookie');
    if (text('REFRESH_TOKEN_COOKIE') && [accessTokenCookie, ...otherCookies].includes(refreshTokenCookie)) {
      refuse('REFRESH_TOKEN_COOKIE', 'is the name of another cookie');
    }
    for (const [name, cookie] of [
      ['ACCESS_TOKEN_COOKIE', accessTokenCookie],
      ['REFRESH_TOKEN_COOKIE', refreshTokenCookie],
    ] as const) {
      // Browsers drop such cookies silently, and no one could sign in.
      if (/^__host-/i.test(cookie) && (local || cookieDomain))
        refuse(name, 'has a prefix that needs COOKIE_DOMAIN localhost');
      if (/^__secure-/i.test(cookie) && local) refuse(name, 'has a prefix that needs https');
    }
  });
  return {
    accessTokenCookie,
    refreshTokenCookie,
    /** The Domain attribute; null sends host-only cookies. */
    cookieDomain,
    secureCookies: !local,
  };
}

function readCookieDomain(value: string, host: string): string | null {
  const domain = parseDomain('COOKIE_DOMAIN', value);
  if (domain === 'localhost') return null;
  // Browsers drop cookies for a whole top-level domain silently.
  if (domain !== host && !domain.includes('.')) refuse('COOKIE_DOMAIN', 'is a top-level domain');
  if (host !== domain && !host.endsWith(`.${domain}`))
    refuse('COOKIE_DOMAIN', 'does not cover the host of PUBLIC_ORIGIN');
  return domain;
}

function parseExtensionId(name: string, value: string): string {
  return /^[a-p]{32}$/.test(value) ? value : refuse(name, 'is not the id of a browser extension');
}

function readLinks(site: string, orderPage: string, address: (name: string, fallback: string) => string): Links {
  return {
    site,
    orderPage,
    support: address('SUPPORT_URL', `${site}/support/`),
    help: address('HELP_URL', `${site}/help/`),
    helpUk: address('HELP_URL_UK', `${site}/uk/help/`),
    terms: address('TERMS_URL', `${site}/terms/`),
    privacy: address('PRIVACY_URL', `${site}/privacy/`),
    redeem: address('REDEEM_URL', `${site}/redeem/`),
    setupGuide: address('SETUP_GUIDE_URL', `${site}/help/setup/`),
    securityChecklist: address('SECURITY_CHECKLIST_URL', `${site}/help/security-checklist/`),
    setappManage: address('SETAPP_MANAGE_URL', `${site}/setapp/`),
    affiliate: address('AFFILIATE_URL', `${site}/affiliate/`),
    referralTerms: address('REFERRAL_TERMS_URL', `${site}/referral/`),
    appStore: address('APP_STORE_URL', `${site}/download/ios/`),
    playStore: address('PLAY_STORE_URL', `${site}/download/android/`),
    extensionStore: address('EXTENSION_STORE_URL', `${site}/download/extension/`),
    windowsInstaller: address('WINDOWS_INSTALLER_URL', `${site}/download/windows/`),
    macosInstaller: address('MACOS_INSTALLER_URL', `${site}/download/macos/`),
    facebook: address('FACEBOOK_URL', `${site}/facebook/`),
    x: address('X_URL', `${site}/x/`),
  };
}

/** Freezes plain data all the way down. */
function deepFreeze<const T extends object>(value: T): Readonly<T> {
  for (const part of Object.values(value)) if (isPlain(part)) deepFreeze(part);
  return Object.freeze(value);
}

const isPlain = (value: unknown): value is object =>
  Array.isArray(value) ||
  (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype);
