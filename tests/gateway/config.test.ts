import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { ConfigError, type RedisAddress, readConfig } from '../../gateway/config.ts';
import { fromRoot } from '../../scripts/root.ts';

const required = {
  API_BASE_URL: 'https://api.skerry.example',
  CAPTCHA_SITE_KEY: 'captcha',
  STRIPE_PUBLISHABLE_KEY: 'pk_test',
  COOKIE_DOMAIN: 'skerry.example',
  ACCESS_TOKEN_COOKIE: 'access_token',
  REFRESH_TOKEN_COOKIE: 'refresh_token',
  ORDER_PAGE_URL: 'https://order.skerry.example/',
  SITE_URL: 'https://skerry.example/',
  ENVIRONMENT: 'production',
  COPYRIGHT_YEAR: '2025',
};
const env = { ...required, PUBLIC_ORIGIN: 'https://account.skerry.example' };
const key = randomBytes(32).toString('base64');

const notSet = (...names: string[]) => names.map((name) => `Environment variable ${name} is not set`).join('\n');

describe('required variables', () => {
  const names = Object.keys(required);

  test.each(names)('%s is reported if it is missing, empty or blank', (name) => {
    for (const value of [undefined, '', '  ']) {
      expect(() => readConfig({ ...env, [name]: value })).toThrow(new ConfigError(notSet(name)));
    }
  });

  test('all missing variables are reported, in the order of the table', () => {
    expect(() => readConfig({})).toThrow(new ConfigError(notSet(...names)));
  });

  test('missing variables are reported before invalid ones, and all of them are reported', () => {
    const faulty = {
      ...env,
      API_BASE_URL: 'nonsense',
      PORT: 'x',
      COOKIE_KEYS: 'sesame',
      SITE_URL: '',
      COPYRIGHT_YEAR: '',
    };
    expect(() => readConfig(faulty)).toThrow(
      new ConfigError(
        [
          notSet('SITE_URL', 'COPYRIGHT_YEAR'),
          'Environment variable PORT is not a whole number from 0 to 65535',
          'Environment variable API_BASE_URL is not an http(s) URL',
          'Environment variable COOKIE_KEYS has a key that is not 32 bytes of base64',
        ].join('\n'),
      ),
    );
  });
});

describe('warnings', () => {
  const warned = (variables: Readonly<Record<string, string>>) =>
    readConfig({ ...required, PUBLIC_ORIGIN: 'https://account.skerry.example', ...variables }).warnings;
  const safe = { COOKIE_KEYS: key, REDIS_URL: 'redis://localhost', SHUTDOWN_GRACE_MS: '15001' };

  test('name what is not set in production, and the consequence', () => {
    expect(warned({ PUBLIC_ORIGIN: '', SHUTDOWN_GRACE_MS: '15001' })).toEqual([
      expect.stringMatching(/^Environment variable COOKIE_KEYS is not set: .*not encrypted/),
      expect.stringMatching(/^Environment variable PUBLIC_ORIGIN is not set: .*localhost/),
      expect.stringMatching(/^Environment variable REDIS_URL is not set: .*replicas/),
    ]);
    expect(warned(safe)).toEqual([]);
  });

  test.each([
    ['API_BASE_URL', 'http://api.internal', 'is http: tokens are sent unencrypted'],
    ['API_PUBLIC_URL', 'http://api.skerry.example', 'is http: anyone in the network can redirect a social sign-in'],
    ['COOKIE_KEYS', Buffer.alloc(32).toString('base64'), 'has a key that is easy to guess: make it with random bytes'],
    ['TRUST_PROXY', '10.0.0.0/8,0.0.0.0/0', 'covers most of the internet: clients choose their address'],
    ['TRUST_PROXY', '::/0', 'covers most of the internet: clients choose their address'],
    ['RATE_LIMIT_EXEMPT', '0.0.0.0/1', 'covers most of the internet'],
    ['LOG_LEVEL', 'warn', 'is above info: requests and security events are not in the log'],
    // Its default, too. decisions.md §2
    ['SHUTDOWN_GRACE_MS', '', 'is not longer than UPSTREAM_TIMEOUT_MS: a shutdown can cut off slow calls'],
    ['SHUTDOWN_GRACE_MS', '15000', 'is not longer than UPSTREAM_TIMEOUT_MS: a shutdown can cut off slow calls'],
  ])('name a risky value of %s in production, without the value', (name, value, risk) => {
    expect(warned({ ...safe, [name]: value })).toEqual([`Environment variable ${name} ${risk}`]);
    expect(warned({ ENVIRONMENT: 'staging', [name]: value })).toEqual([]);
  });

  test.each([
    ['API_BASE_URL', 'http://127.0.0.1:8080'],
    ['API_PUBLIC_URL', 'https://api.skerry.example'],
    ['LOG_LEVEL', 'debug'],
    ['TRUST_PROXY', '10.0.0.0/8,2001:db8::/32,127.0.0.1,::ffff:10.0.0.1'],
  ])('are not given for a usual value of %s', (name, value) => {
    expect(warned({ ...safe, [name]: value })).toEqual([]);
  });

  test.each(['prod', 'Production', 'live'])('say that ENVIRONMENT is not production but %s', (environment) => {
    expect(warned({ ENVIRONMENT: environment })).toEqual([
      'Environment variable ENVIRONMENT is not production: its warnings and checks are off',
    ]);
  });

  test('are not given outside production', () => {
    expect(warned({ ENVIRONMENT: 'staging' })).toEqual([]);
  });

  test.each([
    ['missing', 'COOKIE_KEY', 'COOKIE_KEYS'],
    ['added', 'TRUST_PROXYS', 'TRUST_PROXY'],
    ['wrong', 'REDIS_URI', 'REDIS_URL'],
    ['swapped', 'SENTRY_DNS', 'SENTRY_DSN'],
  ])('suggest the intended variable for a name with a letter %s, without its value', (_, name, meant) => {
    expect(warned({ ENVIRONMENT: 'staging', [name]: 'secret' })).toEqual([
      `Environment variable ${name} is unknown: did you mean ${meant}?`,
    ]);
  });

  test('do not mention names that differ by two characters or more', () => {
    expect(warned({ ENVIRONMENT: 'staging', COOKIE_KE: 'x', TRUSTED_PROXY: 'x', HOME: '/root', PATH: '/bin' })).toEqual(
      [],
    );
  });
});

describe('invalid values are reported with the name of their variable', () => {
  test.each(
    [
      ['API_BASE_URL', 'api.skerry.example', 'is not an http(s) URL'],
      ['API_BASE_URL', 'ftp://api.skerry.example', 'is not an http(s) URL'],
      ['API_BASE_URL', 'https://api.skerry.example/web/v1', 'must not end with /web/v1'],
      ['API_BASE_URL', 'https://user:secret@api.skerry.example', 'must not contain credentials'],
      ['API_BASE_URL', 'https://user@api.skerry.example', 'must not contain credentials'],
      ['API_BASE_URL', 'https://:secret@api.skerry.example', 'must not contain credentials'],
      ['API_BASE_URL', 'https://api.skerry.example?x=1', 'must not have a query or a fragment'],
      ['API_PUBLIC_URL', '//api', 'is not an http(s) URL'],
      ['ADMIN_PORT', '3000', 'is the same as PORT'],
      ['ORDER_PAGE_URL', '/order', 'is not an http(s) URL'],
      ['SITE_URL', 'skerry', 'is not an http(s) URL'],
      ['PUBLIC_ORIGIN', 'https://account.skerry.example/path', 'is not an origin: it has a path'],
      ['PUBLIC_ORIGIN', 'http://account.skerry.example', 'must be https in production'],
      ['DEV_SERVER_URL', 'http://127.0.0.1:5173', 'must not be set in production'],
      ['COOKIE_DOMAIN', 'other.example', 'does not cover the host of PUBLIC_ORIGIN'],
      ['COOKIE_DOMAIN', 'kerry.example', 'does not cover the host of PUBLIC_ORIGIN'],
      ['COOKIE_DOMAIN', 'example', 'is a top-level domain'],
      ['COOKIE_DOMAIN', 'a b', 'is not a domain'],
      ['COOKIE_DOMAIN', 'skerry.example; Path=/x', 'is not a domain'],
      ['ACCESS_TOKEN_COOKIE', 'access token', 'is not a cookie name'],
      ['ACCESS_TOKEN_COOKIE', 'locale', 'is the name of another cookie'],
      ['ACCESS_TOKEN_COOKIE', 'ended_session', 'is the name of another cookie'],
      ['ACCESS_TOKEN_COOKIE', '__Host-access', 'has a prefix that needs COOKIE_DOMAIN localhost'],
      ['REFRESH_TOKEN_COOKIE', 'access_token', 'is the name of another cookie'],
      ['REFRESH_TOKEN_COOKIE', 'a;b', 'is not a cookie name'],
      ['PORT', '70000', 'is not a whole number from 0 to 65535'],
      ['PORT', '3e3', 'is not a whole number from 0 to 65535'],
      ['ADMIN_PORT', '-1', 'is not a whole number from 0 to 65535'],
      ['UPSTREAM_TIMEOUT_MS', '0', 'is not a whole number from 1 to 60000'],
      ['UPSTREAM_TIMEOUT_MS', '60001', 'is not a whole number from 1 to 60000'],
      ['UPSTREAM_CONNECT_TIMEOUT_MS', '1.5', 'is not a whole number from 1 to 86400000'],
      ['UPSTREAM_CONNECT_TIMEOUT_MS', '86400001', 'is not a whole number from 1 to 86400000'],
      ['REQUEST_TIMEOUT_MS', 'ten', 'is not a whole number from 1 to 86400000'],
      ['REQUEST_TIMEOUT_MS', '86400001', 'is not a whole number from 1 to 86400000'],
      ['RESPONSE_TIMEOUT_MS', '86400001', 'is not a whole number from 1 to 86400000'],
      ['SHUTDOWN_GRACE_MS', '-1', 'is not a whole number from 0 to 86400000'],
      ['SHUTDOWN_GRACE_MS', '86400001', 'is not a whole number from 0 to 86400000'],
      ['BODY_LIMIT_BYTES', '64k', 'is not a whole number of at least 1'],
      ['SESSION_MAX_AGE_S', '0', 'is not a whole number of at least 1'],
      ['RATE_LIMIT_PER_MINUTE', '0', 'is not a whole number of at least 1'],
      ['RATE_LIMIT_EXEMPT', '10.0.0.0/33', 'is not a list of IP addresses and CIDR ranges'],
      ['TRUST_PROXY', 'loadbalancer', 'is not a list of IP addresses and CIDR ranges'],
      ['TRUST_PROXY', '10.0.0.1,::ffff:10.0.0.0/104', 'has a range of IPv4 addresses in the form of IPv6'],
      ['RATE_LIMIT_EXEMPT', '::FFFF:a00:0/104', 'has a range of IPv4 addresses in the form of IPv6'],
      ...['10/8', '10.0/16', '010.0.0.0/8', '0x0a.0.0.1', '127.1', '2130706433'].map((range) => [
        'TRUST_PROXY',
        range,
        'is not a list of IP addresses and CIDR ranges',
      ]),
      ['LOG_LEVEL', 'loud', 'is not one of fatal, error, warn, info, debug, trace, silent'],
      ['ATTRIBUTION', 'yes', 'is not one of on, off'],
      ['APP_IDENTITY', 'a\nb', 'has characters that a header cannot carry'],
      ['APP_URL_SCHEMES', 'skerry,javascript', 'is not a list of app URL schemes'],
      ['APP_URL_SCHEMES', 'https', 'is not a list of app URL schemes'],
      ['EXTENSION_ID', 'abc', 'is not the id of a browser extension'],
      ['STRIPE_JS_URL', 'js.stripe.com', 'is not an http(s) URL'],
      ['STRIPE_JS_URL', 'https://js.example;sandbox/stripe.js', 'is not an http(s) URL'],
      ['ANONYMOUS_EMAIL_DOMAIN', '@x', 'is not a domain'],
      ...['/no/such/file', '/', `/${'a'.repeat(300)}`, '/dev/null'].map((path) => [
        'APPLE_PAY_DOMAIN_FILE',
        path,
        'is not a file that can be read',
      ]),
      ...['/no/such/directory', '/dev/null', `/${'a'.repeat(300)}`].map((path) => [
        'CLIENT_DIR',
        path,
        'is not a directory that can be read',
      ]),
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/v1/traces/', 'must not end with /v1/traces'],
      ['SECURITY_CONTACT', 'call me', 'is not an e-mail or https address'],
      ['SUPPORT_URL', 'support', 'is not an http(s) URL'],
    ].filter(([, value]) => value !== ''),
  )('%s=%s', (name, value, what) => {
    expect(() => readConfig({ ...env, [name]: value })).toThrow(
      new ConfigError(`Environment variable ${name} ${what}`),
    );
  });
});

// Stryker runs tests in workers, where a process cannot change its user.
test.skipIf(!isMainThread)('a file and a directory that the process may not read are refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'config-'));
  const file = join(folder, 'file');
  const directory = join(folder, 'directory');
  await writeFile(file, '', { mode: 0o200 });
  await mkdir(directory, { mode: 0o300 });
  // Root may read everything.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) await chmod(folder, 0o755);
  if (isRoot) process.seteuid?.(65_534);
  try {
    expect(() => readConfig({ ...env, APPLE_PAY_DOMAIN_FILE: file, CLIENT_DIR: directory })).toThrow(
      new ConfigError(
        'Environment variable APPLE_PAY_DOMAIN_FILE is not a file that can be read\n' +
          'Environment variable CLIENT_DIR is not a directory that can be read',
      ),
    );
  } finally {
    if (isRoot) process.seteuid?.(0);
    await rm(folder, { recursive: true });
  }
});

describe('secrets are never printed', () => {
  test.each([
    ['COOKIE_KEYS', 'c2VjcmV0', 'has a key that is not 32 bytes of base64'],
    ['COOKIE_KEYS', `${key},sesame!`, 'has a key that is not 32 bytes of base64'],
    [
      'REDIS_URL',
      'redis://default:7#abc@localhost:6379',
      'is not a URL of redis://, rediss://, redis+sentinel:// or redis+cluster://',
    ],
    [
      'REDIS_URL',
      'redis://default:7?abc@localhost:6379',
      'is not a URL of redis://, rediss://, redis+sentinel:// or redis+cluster://',
    ],
    [
      'REDIS_URL',
      'redis://default:7/abc@localhost:6379',
      'is not a URL of redis://, rediss://, redis+sentinel:// or redis+cluster://',
    ],
    ['REDIS_URL', 'sesame:6379', 'is not a URL of redis://, rediss://, redis+sentinel:// or redis+cluster://'],
    ...[
      'redis+sentinel://sesame:26379',
      'redis+sentinel://:sesame@a:26379,b/name',
      'redis+cluster://:sesame@a:6379/name',
      'redis+cluster://:sesame@a:70000',
      'redis+other://:sesame@a:6379',
      'redis+sentinel://:sesame:x@a:26379/name',
      'redis+cluster://:sesame%zz@a:6379',
      'redis://:sesame%zz@a:6379',
      'redis://:sesame@a:6379/name',
      'redis://:sesame@a:6379?db=name',
      'redis://:sesame@a:6379#1',
      'redis:sesame:6379',
      'rediss:///1',
      'REDISS://:sesame@a:6379',
    ].map((url): [string, string, string] => [
      'REDIS_URL',
      url,
      'is not a URL of redis://, rediss://, redis+sentinel:// or redis+cluster://',
    ]),
    ['COOKIE_KEYS', ' , ', 'has no key in it'],
    ...['sk_live_sesame', 'rk_live_sesame', 'whsec_sesame'].map((secret): [string, string, string] => [
      'STRIPE_PUBLISHABLE_KEY',
      secret,
      'is a secret key: the publishable one begins with pk_',
    ]),
    ...[
      'sesame',
      'https://sesame',
      'https://sesame.example/1',
      'https://se-same@sentry.example/1',
      'https://sesame@sentry.example/',
      'https://sesame@sentry.example/project',
      'https://sesame@sentry.example/1?open=1',
      'ftp://sesame@sentry.example/1',
    ].map((dsn): [string, string, string] => ['SENTRY_DSN', dsn, 'is not a DSN: https://key@host/project-number']),
  ])('the error for %s does not contain the value', (name, value, what) => {
    expect(() => readConfig({ ...env, [name]: value })).toThrow(
      new ConfigError(`Environment variable ${name} ${what}`),
    );
  });

  test('a serialized configuration contains no key', () => {
    const config = readConfig({ ...env, COOKIE_KEYS: key });
    expect(JSON.stringify(config)).not.toContain(key);
    expect(config.cookieKeys[0]?.export().toString('base64')).toBe(key);
  });
});

describe('parsed values', () => {
  test('have defaults', () => {
    expect(readConfig({ ...required, ENVIRONMENT: 'development' })).toMatchObject({
      host: '0.0.0.0',
      port: 3000,
      adminPort: 9464,
      publicOrigin: 'http://localhost:3000',
      apiPublicUrl: 'https://api.skerry.example',
      upstreamTimeoutMs: 15_000,
      upstreamConnectTimeoutMs: 3_000,
      requestTimeoutMs: 10_000,
      responseTimeoutMs: 120_000,
      bodyLimitBytes: 65_536,
      sessionMaxAgeSeconds: 15_552_000,
      sessionAbsoluteMaxAgeSeconds: 31_536_000,
      shutdownGraceMs: 10_000,
      logLevel: 'info',
      redisAddress: null,
      sentryDsn: null,
      cookieKeys: [],
      trustedProxies: [],
      rateLimits: { signInPerMinute: 300, callsPerMinute: 6_000, codesPerEmail: 10, attemptsPerEmail: 10, exempt: [] },
      productName: 'Skerry VPN',
      appIdentity: 'skerry.site.account',
      appVersion: '1.0.0',
      appUrlSchemes: ['skerry', 'skerry-setapp', 'skerry-beta'],
      extensionId: null,
      anonymousEmailDomain: 'anonymous.skerry.example',
      attribution: true,
      links: { site: 'https://skerry.example', redeem: 'https://skerry.example/redeem/' },
    });
  });

  test('PUBLIC_ORIGIN is the configured port of localhost by default', () => {
    const config = readConfig({ ...required, ENVIRONMENT: 'development', PORT: '8123' });
    expect(config.publicOrigin).toBe('http://localhost:8123');
  });

  test('every link but the order page leads to the configured site by default', () => {
    const { site, orderPage, ...links } = readConfig({ ...env, SITE_URL: 'https://fjord.example/vpn' }).links;
    expect([site, orderPage]).toEqual(['https://fjord.example/vpn', env.ORDER_PAGE_URL]);
    for (const link of Object.values(links)) expect(link).toMatch(/^https:\/\/fjord\.example\/vpn\/./);
  });

  test('have the defaults that .env.example shows', async () => {
    const example = parseEnv(await readFile(fromRoot('.env.example'), 'utf8'));
    const development = { ...required, ENVIRONMENT: 'development' };
    expect(readConfig(development)).toEqual(readConfig({ ...example, ...development }));
  });

  test('trailing slashes of API_BASE_URL are removed', () => {
    expect(readConfig({ ...env, API_BASE_URL: 'https://api.skerry.example/base//' }).apiBaseUrl).toBe(
      'https://api.skerry.example/base',
    );
  });

  test.each([
    ['https://account.skerry.example', 'skerry.example', 'skerry.example', true],
    ['https://account.skerry.example', '.skerry.example', 'skerry.example', true],
    ['https://account.skerry.example', 'localhost', null, true],
    ['http://localhost:3000', 'other.example', null, false],
    ['http://127.0.0.1:3000', 'other.example', null, false],
    ['https://localhost:3000', 'localhost', null, true],
  ])('%s with COOKIE_DOMAIN %s sets Domain %s and Secure %s', (publicOrigin, domain, cookieDomain, secure) => {
    const config = readConfig({ ...env, PUBLIC_ORIGIN: publicOrigin, COOKIE_DOMAIN: domain });
    expect([config.cookieDomain, config.secureCookies]).toEqual([cookieDomain, secure]);
  });

  test.each([
    ...['redis://:pass@cache:6379/1', 'rediss://cache', 'redis://cache/', 'redis://[::1]:6379'].map(
      (url): [string, RedisAddress] => [url, { kind: 'server', url }],
    ),
    [
      'redis+sentinel://user:p%40ss@a.example:26379,[::1]:26380/mymaster',
      {
        kind: 'sentinel',
        name: 'mymaster',
        nodes: [
          { host: 'a.example', port: 26379 },
          { host: '::1', port: 26380 },
        ],
        tls: false,
        username: 'user',
        password: 'p@ss',
      },
    ],
    [
      'rediss+cluster://:pass@10.0.0.1:6379',
      { kind: 'cluster', nodes: [{ host: '10.0.0.1', port: 6379 }], tls: true, username: undefined, password: 'pass' },
    ],
  ])('REDIS_URL=%s is parsed', (url, address) => {
    expect(readConfig({ ...env, REDIS_URL: url }).redisAddress).toEqual(address);
  });

  test('are frozen at every level', () => {
    const config = readConfig(env);
    expect([config, config.links, config.rateLimits, config.appUrlSchemes].every(Object.isFrozen)).toBe(true);
  });
});
