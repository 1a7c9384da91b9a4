interface Allowed {
  readonly siteUrl: string;
  readonly publicOrigin: string;
  readonly appUrlSchemes: readonly string[];
}

/**
 * The success URL if it is allowed: https on one of our two hosts, or one of our apps. Not the gateway's own addresses:
 * one of them hands the session over to the extension. decisions.md §4
 */
export function readSuccessUrl(value: string | null, { siteUrl, publicOrigin, appUrlSchemes }: Allowed): string | null {
  if (value === null || !URL.canParse(value)) return null;
  const url = new URL(value);
  if (appUrlSchemes.includes(url.protocol.slice(0, -1))) return url.href;
  const host = new URL(publicOrigin).hostname;
  const hosts = [new URL(siteUrl).hostname, host];
  const ours = url.protocol === 'https:' && hosts.includes(url.hostname) && url.username === '' && url.password === '';
  return ours && !(url.hostname === host && url.pathname.startsWith('/session/')) ? url.href : null;
}
