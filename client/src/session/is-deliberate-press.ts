/** Longer than the two presses of a double click are apart. */
const doubleClickMs = 700;
let shownAt = Number.NEGATIVE_INFINITY;

// Prerendering has a document without events.
document.addEventListener?.('visibilitychange', () => {
  shownAt = performance.now();
});

/**
 * Whether a press now is meant for this page. Right after the page has become visible it may be the second half of a
 * double click on another site's tab, which the first half has closed.
 */
export const isDeliberatePress = (): boolean => performance.now() - shownAt > doubleClickMs;
