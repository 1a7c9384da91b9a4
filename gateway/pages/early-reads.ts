import { profileAddress } from '#shared/early-reads.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { PageRequest } from './preloads.ts';

/**
 * A script that requests the profile while the client's code is loading. The client's first read takes the response
 * from `window.earlyReads`; a failed request leaves it to the client, and so does a page that the browser opens in
 * advance. The request outlives the page, as those of the client do: it may bring the cookies of a new pair. It ends
 * after 30 s, and does not lock the browser's cache (client/src/api/request.ts). The script stands before every
 * stylesheet, which it would wait for.
 */
export const earlyReadsFor = ({ path, signedIn }: PageRequest): string =>
  path === pagePaths.profile && signedIn ? `<script>${requestProfile}</script>` : '';

const init = '{keepalive:!0,cache:"no-store",signal:AbortSignal.timeout(3e4)}';
const requestProfile = `document.prerendering||(earlyReads={"${profileAddress}":fetch("${profileAddress}",${init}).catch(()=>null)})`;
