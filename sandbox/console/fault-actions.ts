import type { FastifyInstance, FastifyReply } from 'fastify';
import { readFault } from '../control/faults.ts';
import { readFields, readOneOf, readOptionalText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import type { RefreshOutcome } from '../session/tokens.ts';
import { callList } from './call-list.ts';
import { faultKinds } from './faults.ts';

const outcomes = ['refuse', 'delete account', 'fail'] as const satisfies readonly RefreshOutcome[];

/** The buttons of the faults page; each goes back to it and says what was done. */
export function registerFaultActions(app: FastifyInstance, sandbox: Sandbox): void {
  const back = (reply: FastifyReply, said: string) => reply.redirect(`/faults?said=${encodeURIComponent(said)}`, 303);

  app.post('/faults/add', (request, reply) => {
    const fields = readFields(request);
    const call = readOptionalText(fields, 'call');
    const [method, path] = callList.includes(call) ? call.split(' ') : [];
    const kind = readOneOf(fields, 'kind', faultKinds);
    sandbox.world.faults.add(
      readFault({
        method,
        path,
        status: /^\d+$/.test(kind) ? Number(kind) : null,
        body: readBody(readOptionalText(fields, 'body'), kind),
        delayMs: readNumber(readOptionalText(fields, 'delayMs')) ?? (kind === 'delay' ? 3000 : 0),
        times: readNumber(readOptionalText(fields, 'times')),
        reset: kind === 'reset' || kind === 'after',
        after: kind === 'after',
        hang: kind === 'hang',
      }),
    );
    return back(reply, 'Switched on.');
  });

  app.post('/faults/clear', (_request, reply) => {
    sandbox.world.faults.clear();
    return back(reply, 'All faults are taken away.');
  });

  app.post('/faults/expire', (request, reply) => {
    const asked = readOptionalText(readFields(request), 'refresh');
    sandbox.world.tokens.expireAll(outcomes.find((outcome) => outcome === asked) ?? null);
    return back(reply, 'All access tokens have expired.');
  });

  app.post('/faults/clock', (request, reply) => {
    sandbox.world.clock.advance(readNumber(readOptionalText(readFields(request), 'seconds')) ?? 0);
    return back(reply, 'The clock was moved on.');
  });

  app.post('/faults/reset', (_request, reply) => {
    sandbox.reset();
    return back(reply, 'The initial world again.');
  });
}

const readNumber = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);

const usual: Record<string, unknown> = {
  '500': { code: 13, message: 'internal error' },
  '503': { code: 14, message: 'unavailable' },
  '429': { code: 8, message: 'rate limited' },
};

function readBody(text: string, kind: string): unknown {
  if (text.trim() === '') return usual[kind];
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
