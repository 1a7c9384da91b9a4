/** How long the system may take to open an app for a link. product.md §4 */
const waitMs = 200;

/** The browser APIs used, replaceable in tests. */
export interface Opener {
  readonly page: EventTarget & { readonly visibilityState: DocumentVisibilityState };
  readonly window: EventTarget;
  open(link: string): void;
}

const browser = (): Opener => ({ page: document, window, open: (link) => location.assign(link) });

/**
 * Opens an app link and waits for the page to lose focus, the only sign a page can observe.
 * @returns whether an app seems to have opened
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
    // A system prompt about opening the app takes the focus too.
    window.addEventListener('blur', () => end(true), { signal });
    window.addEventListener('pagehide', () => end(true), { signal });
    page.addEventListener('visibilitychange', () => page.visibilityState === 'hidden' && end(true), { signal });
    open(link);
  });
}
