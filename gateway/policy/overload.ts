import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { codes } from '#shared/problem.ts';
import { Problem } from '../http/problem.ts';

export interface OverloadOptions {
  /** Mean delay of the event loop over one sample beyond which requests are turned away. */
  readonly maxDelayMs?: number;
  readonly sampleMs?: number;
}

// What a timer of ten milliseconds waits by itself on an idle machine.
const resolutionMs = 10;
// One is a machine that was busy with something else for a moment; turning requests away would help nobody.
const samplesBelieved = 3;

/** Turns requests away while the event loop is late: an answer in time for some is better than none for all. */
async function overload(app: FastifyInstance, options: OverloadOptions): Promise<void> {
  const { maxDelayMs = 1_000, sampleMs = 1_000 } = options;
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let lateSamples = 0;
  const timer = setInterval(() => {
    // A loop so late that it has measured nothing is no better than before.
    if (delay.count > 0) lateSamples = delay.mean / 1e6 - resolutionMs > maxDelayMs ? lateSamples + 1 : 0;
    app.health.overloaded = lateSamples >= samplesBelieved;
    delay.reset();
  }, sampleMs);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
  app.addCheck(() => {
    if (!app.health.overloaded) return null;
    const options = { headers: { 'retry-after': '1' }, reason: 'overload', failure: 'overload' } as const;
    return new Problem(codes.unavailable, 'Overloaded, please try again', options);
  });
}

export const overloadPlugin = fastifyPlugin(overload, {
  name: 'overload',
  dependencies: ['checks', 'error-handler', 'health'],
});
