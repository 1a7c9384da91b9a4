/** Longer than the two presses of a double click are apart. */
const doubleClickMs = 700;
/** Three presses within it are fast clicks, as in a game on another site that has led here. */
const fastClicksMs = 1200;

let shownAt = -doubleClickMs;
let focusedAt = -doubleClickMs;
/** When the mouse entered the page, or a finger or a pen pressed it right after the page had got the focus. */
let enteredAt = -doubleClickMs;
let isMouseInside = false;
/** The last three presses. A press may have led here: the start of this file counts as one. */
let presses = [-fastClicksMs, -fastClicksMs, performance.now()];

/** The page, or a question on it, is visible from now on. */
export const noteShown = (): void => {
  shownAt = performance.now();
};

const notePress = ({ timeStamp }: Event) => {
  // A press on a label is also one on its control, at the same time.
  if (timeStamp !== presses[2]) presses = [...presses.slice(1), timeStamp];
};

// Prerendering has a document without events.
document.addEventListener?.('click', notePress, true);
// It may have become visible because a press closed another site's tab.
document.addEventListener?.('visibilitychange', (event) => {
  noteShown();
  notePress(event);
});

// A small window over the page leaves it visible. When a press closes it, the mouse enters the page. Chromium's
// picture-in-picture windows never have the focus, so it does not matter whether the page had it.
const { documentElement } = document;
documentElement.addEventListener?.('pointerenter', ({ pointerType, timeStamp }) => {
  // Safari also reports one when what is under the mouse has been removed.
  if (pointerType !== 'mouse' || isMouseInside) return;
  isMouseInside = true;
  enteredAt = timeStamp;
});
documentElement.addEventListener?.('pointerleave', ({ pointerType }) => {
  if (pointerType === 'mouse') isMouseInside = false;
});
globalThis.addEventListener?.('focus', ({ timeStamp }) => {
  focusedAt = timeStamp;
});
// A finger enters with each press, but the page gets the focus when a window over it closes.
document.addEventListener?.(
  'pointerdown',
  ({ pointerType, timeStamp }) => {
    if (pointerType !== 'mouse' && timeStamp - focusedAt <= doubleClickMs) enteredAt = timeStamp;
  },
  true,
);

/**
 * Whether the press that is being handled is meant for what the page shows. Right after the page, or a question on it,
 * has become visible, it may be the second half of a double click that began on another site or opened the question.
 */
export const isDeliberatePress = (): boolean => performance.now() - shownAt > doubleClickMs;

/**
 * Whether it is, and the pointer has not just entered the page, and it is not the third press within 1.2 s. For what
 * charges, deletes or hands over.
 */
export const isUnhurriedPress = (): boolean => {
  const [first = 0, , last = 0] = presses;
  return isDeliberatePress() && last - enteredAt > doubleClickMs && last - first > fastClicksMs;
};
