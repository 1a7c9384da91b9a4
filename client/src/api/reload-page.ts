/** Long enough for a slow line; without a file, the reload can still succeed. */
const timeoutMs = 5_000;

/**
 * Fetches the files that the page preloads. WebKit keeps the failure of one, also for the pages that follow, until it
 * is fetched. The others come from the cache. Never rejects.
 */
export const refetchPreloaded = (): Promise<unknown> =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(({ href }) =>
      fetch(href, { signal: AbortSignal.timeout(timeoutMs) }).then(
        // An unread response keeps its connection.
        (response) => response.text().catch(() => undefined),
        () => undefined,
      ),
    ),
  );

/** For a button that the user presses after a file has failed. */
export async function reloadPage(): Promise<void> {
  await refetchPreloaded();
  location.reload();
}
