/** What the user has done on this page. */
let actions = 0;

const note = ({ target, type }: Event) => {
  const control = type === 'click' && (target as Element).closest('a, button, input, label');
  // A button that is busy ignores presses; the user is still waiting for it.
  if (type !== 'click' || (control && control.ariaDisabled !== 'true')) actions++;
};
// Pages are also prerendered, without a browser.
for (const type of ['click', 'input', 'popstate']) globalThis.addEventListener?.(type, note, true);

/** The result says whether the user has typed, pressed something or gone back since. */
export function rememberUserActions(): () => boolean {
  const before = actions;
  return () => actions > before;
}
