/** Class names of a component: `classNames('btn', block && 'btn--block', className)` leaves out what is false or empty. */
export const classNames = (...names: readonly (string | false | null | undefined)[]) => names.filter(Boolean).join(' ');
