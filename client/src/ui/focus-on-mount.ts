/** The ref of what has come in place of the pressed button, and is to be read next: takes the focus once, when it appears. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
