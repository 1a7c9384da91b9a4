/** Longer than the two presses of a double click are apart. */
const doubleClickMs = 700;
let shownAt = -doubleClickMs;

/** The page, or a question on it, is visible from now on. */
export const noteShown = (): void => {
  shownAt = performance.now();
};

// Prerendering has a document without events.
document.addEventListener?.('visibilitychange', noteShown);

/**
 * Whether a press now is meant for what the page shows. Right after it has become visible it may be the second half of
 * a double click on another site, whose first half has closed that site's tab or led here.
 */
export const isDeliberatePress = (): boolean => performance.now() - shownAt > doubleClickMs;
