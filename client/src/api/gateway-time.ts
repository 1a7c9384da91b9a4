import { start } from '../start.ts';

/** How far the gateway's clock is ahead of this browser's, in milliseconds; too far by the time that the page took. */
let aheadMs = start.renderedAt - (Date.now() - performance.now());

/** The time by the gateway's clock, in epoch milliseconds. */
export const gatewayTime = (): number => Math.round(Date.now() + aheadMs);

/** After a response that names the gateway's time: one of the clocks has been set. */
export const adoptGatewayTime = (time: number): void => {
  aheadMs = time - Date.now();
};
