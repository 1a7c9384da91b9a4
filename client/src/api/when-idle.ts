/** Runs low-priority work. Safari has no requestIdleCallback. */
export const whenIdle = (run: () => void): unknown =>
  (window.requestIdleCallback ?? ((later) => setTimeout(later, 2000)))(run);
