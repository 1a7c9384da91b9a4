import { profileAddress } from '#shared/early-reads.ts';
import { pagePaths } from '#shared/page-paths.ts';
import { slot } from './encoded-page.ts';
import type { PageRequest } from './preloads.ts';

/**
 * A script that requests the profile while the client's code is loading. The client's first read takes the response
 * from `window.earlyReads`; a failed request leaves it to the client, and so does a page that the browser opens in
 * advance. The request outlives the page, as those of the client do: it may bring the cookies of a new pair. The client
 * aborts it when it gives up. The script stands before every stylesheet, which it would wait for.
 */
export const earlyReadsFor = ({ path, signedIn }: PageRequest): string =>
  path === pagePaths.profile && signedIn ? `<script>${requestProfile}</script>` : '';

const url = JSON.stringify(profileAddress);
const response = `fetch(${url},{keepalive:!0,cache:"no-store",headers:{"sent-at":"${slot('TIME')}"},signal:c.signal}).catch(()=>null)`;
const earlyRead = `{response:${response},abort:()=>c.abort()}`;
const requestProfile = `document.prerendering||(c=>{earlyReads={${url}:${earlyRead}}})(new AbortController)`;
