/** How often the user has typed, pressed something or gone back on this page. */
let actions = 0;
let lastPressed: Element | null = null;

function note({ target, type }: Event): void {
  if (type === 'click') {
    const pressed = (target as Element).closest('a, button, input, label');
    // A second press of the same is a double click, or impatience.
    if (!pressed || pressed === lastPressed) return;
    lastPressed = pressed;
  } else lastPressed = null;
  actions++;
}

// Code fields insert what is pasted themselves. Pages are also prerendered, without a browser.
// `cancel` is Escape in a dialog.
for (const type of ['click', 'input', 'paste', 'cancel', 'popstate']) globalThis.addEventListener?.(type, note, true);

/** The result says whether the user has typed, pressed something else or gone back since. */
export function rememberUserActions(): () => boolean {
  const before = actions;
  return () => actions > before;
}
