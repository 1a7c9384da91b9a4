/** A ref that focuses the element when it appears: for content that replaces the pressed button. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
