import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { codes } from '#shared/problem.ts';
import { Problem } from '../http/problem.ts';

export interface OverloadOptions {
  /** The mean delay of the event loop in one sample above which requests are rejected. */
  readonly maxDelayMs?: number;
  readonly sampleMs?: number;
}

// The delay of a 10 ms timer on an idle machine.
const resolutionMs = 10;
// A single late sample may be a short stall of the machine, which rejecting requests would not help.
const samplesRequired = 3;

/** Rejects requests while the event loop is late: timely responses for some are better than timeouts for all. */
async function overload(app: FastifyInstance, options: OverloadOptions): Promise<void> {
  const { maxDelayMs = 1_000, sampleMs = 1_000 } = options;
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  let lateSamples = 0;
  const timer = setInterval(() => {
    // No measurement at all means that the loop is still late.
    if (delay.count > 0) lateSamples = delay.mean / 1e6 - resolutionMs > maxDelayMs ? lateSamples + 1 : 0;
    app.health.overloaded = lateSamples >= samplesRequired;
    delay.reset();
  }, sampleMs);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    const options = { headers: { 'retry-after': '1' }, reason: 'overload', failure: 'overload' } as const;
    if (app.health.overloaded) done(new Problem(codes.unavailable, 'Overloaded, please try again', options));
    else done();
  });
}

export const overloadPlugin = fastifyPlugin(overload, {
  name: 'overload',
  dependencies: ['error-handler', 'health'],
});
