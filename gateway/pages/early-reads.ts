import { profileAddress } from '#shared/early-reads.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { PageRequest } from './preloads.ts';

/**
 * A script that requests the profile while the client's code is loading. The client's first read takes the response
 * from `window.earlyReads`; a failed request leaves it to the client. Stands before every stylesheet, which a script
 * would wait for.
 */
export const earlyReadsFor = ({ path, signedIn }: PageRequest): string =>
  path === pagePaths.profile && signedIn
    ? `<script>earlyReads={"${profileAddress}":fetch("${profileAddress}").catch(()=>null)}</script>`
    : '';
