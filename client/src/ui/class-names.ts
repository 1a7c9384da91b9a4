/** Joins class names and omits false and empty ones: `classNames('btn', block && 'btn--block', className)`. */
export const classNames = (...names: readonly (string | false | null | undefined)[]) => names.filter(Boolean).join(' ');
