let pressed = false;

addEventListener('pointerdown', () => {
  pressed = true;
});
for (const end of ['pointerup', 'pointercancel'] as const) {
  addEventListener(end, () => {
    pressed = false;
  });
}

/**
 * Runs at once, or after the pointer is released. An error that appears on `blur` would move the pressed link away from
 * the pointer, and the click would be lost.
 */
export function afterPointerUp(run: () => void): void {
  if (!pressed) {
    run();
    return;
  }
  const later = new AbortController();
  for (const end of ['pointerup', 'pointercancel'] as const) {
    addEventListener(
      end,
      () => {
        later.abort();
        setTimeout(run);
      },
      { signal: later.signal },
    );
  }
}
