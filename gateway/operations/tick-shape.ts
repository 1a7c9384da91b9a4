import { executionAsyncResource } from 'node:async_hooks';

/** Holds one of the objects that `process.nextTick` makes until the process ends. */
const kept: { tick: object | null } = { tick: null };

/**
 * V8 holds the shape of an object weakly. When it collects while nothing waits for the next tick, it forgets the shape of
 * what `process.nextTick` makes, takes the one that follows for a second shape, and from then on gives up on both:
 * each tick takes five times as long until the process ends, a request 10 % longer. docs/decisions/001-proxy-inner-path.md
 */
export function keepTickShape(): void {
  process.nextTick(() => {
    kept.tick = executionAsyncResource();
  });
}
