import { start } from '../start.ts';

const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const arrivedAt = Date.now() - performance.now() + (navigation?.responseStart ?? 0);

/** How many milliseconds the gateway's clock is ahead of this browser's, less the time that the page took to arrive. */
let aheadMs = start.renderedAt - arrivedAt;

/** The time by the gateway's clock, in epoch milliseconds. */
export const gatewayTime = (): number => Math.round(Date.now() + aheadMs);

/** After a response that names the gateway's time: one of the clocks has been set. */
export const adoptGatewayTime = (time: number): void => {
  aheadMs = time - Date.now();
};
