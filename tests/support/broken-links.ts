import { oauthCalls } from '#shared/oauth-calls.ts';
import { paths, sections } from '../../client/src/paths.ts';

const pages: readonly string[] = [...Object.values(paths), ...Object.values(oauthCalls).map(({ path }) => path)];
const schemes = ['http:', 'https:', 'mailto:'];

/**
 * Whether a link is broken: it has no URL, contains a missing value, or leads to an unknown page of the app.
 * @param base the address of the page with the link
 */
export function isBrokenLink(href: string | null, base: string): boolean {
  if (href === null || href.trim() === '' || href.startsWith('#')) return true;
  if (/\b(undefined|null|NaN)\b|\[object|\{\{/.test(href) || !URL.canParse(href, base)) return true;
  const { protocol, origin, pathname, searchParams } = new URL(href, base);
  if (origin !== new URL(base).origin) return !schemes.includes(protocol);
  const section = searchParams.get('profile_section');
  return !pages.includes(pathname) || (section !== null && !sections.some((name) => name === section));
}
