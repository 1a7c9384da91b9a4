import { rememberUserActions } from '../ui/user-actions.ts';

/**
 * Fetches the files that the page preloads. WebKit keeps the failure of one, also for the pages that follow, until it
 * is fetched. The others come from the cache. Never rejects.
 */
export const refetchPreloaded = (): Promise<unknown> =>
  Promise.allSettled(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(({ href }) =>
      // An unread response keeps its connection.
      fetch(href, { signal: AbortSignal.timeout(5_000) }).then((response) => response.text()),
    ),
  );

/** For a button that the user presses after a file has failed. Not if the user does something else meanwhile. */
export async function reloadPage(): Promise<void> {
  const hasUserActed = rememberUserActions();
  await refetchPreloaded();
  if (!hasUserActed()) location.reload();
}
