/** How long a system may take to show that it has an app for a link. product.md §4 */
const waitMs = 200;

/** What opening needs of the browser. */
export interface Opener {
  readonly page: EventTarget & { readonly visibilityState: DocumentVisibilityState };
  readonly window: EventTarget;
  open(link: string): void;
}

const browser = (): Opener => ({ page: document, window, open: (link) => location.assign(link) });

/**
 * Opens a link of the app and waits for the page to lose the user's attention to it, which is all a page can see.
 * @returns whether the app seems to be there
 */
export function openApp(link: string, { page, window, open }: Opener = browser()): Promise<boolean> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const end = (opened: boolean) => {
      clearTimeout(timer);
      listening.abort();
      resolve(opened);
    };
    const timer = setTimeout(() => end(page.visibilityState === 'hidden'), waitMs);
    const { signal } = listening;
    // A window of the system that asks whether to open the app takes the focus, too.
    window.addEventListener('blur', () => end(true), { signal });
    window.addEventListener('pagehide', () => end(true), { signal });
    page.addEventListener('visibilitychange', () => page.visibilityState === 'hidden' && end(true), { signal });
    open(link);
  });
}
