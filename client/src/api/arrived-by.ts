/** How the browser came to this page's document. */
export function arrivedBy(type: 'reload' | 'back_forward'): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type === type;
}
