import { createSecretKey, type KeyObject } from 'node:crypto';
import { closeSync, openSync, type Stats, statSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { ConfigError } from './environment-reader.ts';
import { isDecodable } from './http/request-url.ts';

/** Refuses a value without repeating it, because it may be a secret. */
export function refuse(name: string, what: string): never {
  throw new ConfigError(`Environment variable ${name} ${what}`);
}

export function parseInteger(name: string, value: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  return refuse(
    name,
    max === Number.MAX_SAFE_INTEGER
      ? `is not a whole number of at least ${min}`
      : `is not a whole number from ${min} to ${max}`,
  );
}

/** An http or https address; the text is kept as it was written, because `URL` adds a slash to a bare origin. */
export function parseUrl(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  // `URL` allows a semicolon in a host, which ends a directive of the content security policy.
  if (!url || !isWeb || !/^[\w.:[\]-]+$/.test(url.hostname)) return refuse(name, 'is not an http(s) URL');
  if (url.username || url.password) return refuse(name, 'must not contain credentials');
  return value;
}

/** An address that paths are put behind: no query, no fragment, no slash at its end. */
export function parseBaseUrl(name: string, value: string): string {
  const url = new URL(parseUrl(name, value));
  if (url.search || url.hash) return refuse(name, 'must not have a query or a fragment');
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  return base.endsWith('/web/v1') ? refuse(name, 'must not end with /web/v1') : base;
}

/** A base URL with any path, which OTLP adds its own path to. */
export function parseEndpoint(name: string, value: string): string {
  const endpoint = parseUrl(name, value).replace(/\/+$/, '');
  return endpoint.endsWith('/v1/traces') ? refuse(name, 'must not end with /v1/traces') : endpoint;
}

export function parseRatio(name: string, value: string): number {
  return /^(0|1|0?\.\d{1,6}|1\.0+)$/.test(value) ? Number(value) : refuse(name, 'is not a number from 0 to 1');
}

export function parseOrigin(name: string, value: string): string {
  const url = new URL(parseUrl(name, value));
  return url.pathname === '/' && !url.search && !url.hash
    ? url.origin
    : refuse(name, 'is not an origin: it has a path');
}

export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** One server by its URL, or the nodes of a Sentinel set or a Redis Cluster. */
export type RedisAddress =
  | { readonly kind: 'server'; readonly url: string }
  | (RedisNodes & { readonly kind: 'sentinel'; readonly name: string })
  | (RedisNodes & { readonly kind: 'cluster' });

interface RedisNodes {
  readonly nodes: readonly RedisNode[];
  readonly tls: boolean;
  /** Of the Redis servers. */
  readonly username?: string | undefined;
  readonly password?: string | undefined;
}

/** Contains a password, so the error repeats nothing of it. */
export function parseRedisAddress(name: string, value: string): RedisAddress {
  const text = isDecodable(value) ? value : '';
  const { host, pathname, search, hash } = new URL(URL.canParse(text) ? text : 'about:blank');
  // Only the number of a database may follow: an unescaped `#`, `?` or `/` in the password ends the host early.
  const isWhole = host !== '' && /^(?:\/\d*)?$/.test(pathname + search + hash);
  // ioredis knows the schemes in lowercase only: it would connect to `REDISS://` without TLS.
  if (/^rediss?:/.test(text) && isWhole) return { kind: 'server', url: value };
  const [, scheme, kind, username = '', password, hosts = '', path = ''] =
    /^(rediss?)\+(sentinel|cluster):\/\/(?:([^@/:]*)(?::([^@/:]*))?@)?([^@/]+)(?:\/([\w.-]*))?$/.exec(text) ?? [];
  const nodes = hosts.split(',').map(parseRedisNode);
  const complete = nodes.filter((node) => node !== null);
  const fits = complete.length === nodes.length && (kind === 'sentinel' ? path !== '' : path === '');
  if (!kind || !fits) return refuse(name, 'is not a URL of redis://, rediss://, redis+sentinel:// or redis+cluster://');
  const shared = {
    nodes: complete,
    tls: scheme === 'rediss',
    username: decodeURIComponent(username) || undefined,
    password: password === undefined ? undefined : decodeURIComponent(password),
  };
  return kind === 'sentinel' ? { kind, name: path, ...shared } : { kind: 'cluster', ...shared };
}

/** `host:port`; an IPv6 address is in brackets. */
function parseRedisNode(text: string): RedisNode | null {
  const [, ipv6, host, port] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  return port === undefined || Number(port) > 65_535 ? null : { host: ipv6 ?? host ?? '', port: Number(port) };
}

/**
 * Where errors are reported: a key for a user's name, the number of a project at the end. Sentry prints what it cannot
 * read.
 */
export function parseDsn(name: string, value: string): string {
  const { protocol, username, password, hostname, pathname, search, hash, href } = URL.canParse(value)
    ? new URL(value)
    : new URL('about:blank');
  const fits =
    (protocol === 'https:' || protocol === 'http:') &&
    /^\w+$/.test(username) &&
    /^\w*$/.test(password) &&
    /^([\w.-]+|\[[:.\w]+\])$/.test(hostname) &&
    /\/\d+$/.test(pathname) &&
    search + hash === '';
  return fits ? href : refuse(name, 'is not a DSN: https://key@host/project-number');
}

/** Comma-separated parts, without spaces around them and without empty ones. */
const splitList = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export function parseRanges(name: string, value: string): readonly string[] {
  const ranges = splitList(value);
  if (!ranges.every(isRange)) return refuse(name, 'is not a list of IP addresses and CIDR ranges');
  return ranges.some(isMappedRange) ? refuse(name, 'has a range of IPv4 addresses in the form of IPv6') : ranges;
}

/** IPv4 with four decimal parts only: other programs read `10/8` and `010.0.0.0/8` as other networks. */
function isRange(range: string): boolean {
  const { IPv4, IPv6 } = ipaddr;
  return range.includes('/')
    ? IPv4.isValidCIDRFourPartDecimal(range) || IPv6.isValidCIDR(range)
    : IPv4.isValidFourPartDecimal(range) || IPv6.isValid(range);
}

/** Such as ::ffff:10.0.0.0/104. Addresses are compared in the form of IPv4, which it would not match. */
function isMappedRange(range: string): boolean {
  if (!range.includes('/')) return false;
  const [base] = ipaddr.parseCIDR(range);
  return base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress();
}

/** Keys that print as nothing wherever they end up: a KeyObject has no readable content. */
export function parseKeys(name: string, value: string): readonly KeyObject[] {
  const keys = splitList(value).map((text) => {
    const key = /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
    return key.length === 32 ? createSecretKey(key) : refuse(name, 'has a key that is not 32 bytes of base64');
  });
  // Commas around secrets that are missing: whoever wrote them wanted sealed cookies.
  return keys.length > 0 ? keys : refuse(name, 'has no key in it');
}

export function parseCookieName(name: string, value: string): string {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(value) ? value : refuse(name, 'is not a cookie name');
}

/** Goes into every page. */
export function parsePublishableKey(name: string, value: string): string {
  return /^(?:sk|rk|whsec)_/.test(value) ? refuse(name, 'is a secret key: the publishable one begins with pk_') : value;
}

/** Text that goes into a request header as it is. */
export function parseHeaderValue(name: string, value: string): string {
  return /^[\x21-\x7e]+$/.test(value) ? value : refuse(name, 'has characters that a header cannot carry');
}

export function parseSchemes(name: string, value: string): readonly string[] {
  const schemes = splitList(value);
  // These would run code or leave for a page, instead of opening an app.
  const forbidden = ['javascript', 'data', 'vbscript', 'file', 'blob', 'http', 'https'];
  const fits = (scheme: string) => /^[a-z][a-z0-9+.-]*$/.test(scheme) && !forbidden.includes(scheme);
  return schemes.length > 0 && schemes.every(fits) ? schemes : refuse(name, 'is not a list of app URL schemes');
}

export function parseChoice<T extends string>(name: string, value: string, choices: readonly T[]): T {
  return choices.find((choice) => choice === value) ?? refuse(name, `is not one of ${choices.join(', ')}`);
}

export function parseDomain(name: string, value: string): string {
  const domain = value.replace(/^\./, '').toLowerCase();
  return /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(domain) ? domain : refuse(name, 'is not a domain');
}

export function parseFile(name: string, value: string): string {
  return canRead(value, (stats) => stats.isFile()) ? value : refuse(name, 'is not a file that can be read');
}

export function parseDirectory(name: string, value: string): string {
  return canRead(value, (stats) => stats.isDirectory()) ? value : refuse(name, 'is not a directory that can be read');
}

function canRead(path: string, isExpected: (stats: Stats) => boolean): boolean {
  try {
    if (!isExpected(statSync(path))) return false;
    closeSync(openSync(path, 'r'));
    return true;
  } catch {
    return false;
  }
}

/** An address for security.txt; RFC 9116 wants a URI. */
export function parseContact(name: string, value: string): string {
  const contact = /^[^\s:/]+@[^\s:/]+$/.test(value) ? `mailto:${value}` : value;
  return /^(mailto:|https:\/\/|tel:)\S+$/.test(contact) ? contact : refuse(name, 'is not an e-mail or https address');
}
