import type { FastifyInstance, FastifyReply } from 'fastify';
import { readFault } from '../control/apply-fault.ts';
import { readFields, readOneOf, readOptionalText } from '../read-body.ts';
import type { Sandbox } from '../sandbox.ts';
import type { RefreshOutcome } from '../session/tokens.ts';
import { callList } from './call-list.ts';
import { faultKinds } from './faults-page.ts';

const outcomes = ['refuse', 'delete account', 'fail'] as const satisfies readonly RefreshOutcome[];

/** The forms of the faults page. Each redirects back to it with a notice. */
export function registerFaultActions(app: FastifyInstance, sandbox: Sandbox): void {
  const back = (reply: FastifyReply, notice: string) =>
    reply.redirect(`/faults?notice=${encodeURIComponent(notice)}`, 303);

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
    return back(reply, 'Fault added.');
  });

  app.post('/faults/clear', (_request, reply) => {
    sandbox.world.faults.clear();
    return back(reply, 'All faults removed.');
  });

  app.post('/faults/expire', (request, reply) => {
    const requested = readOptionalText(readFields(request), 'refresh');
    sandbox.world.tokens.expireAll(outcomes.find((outcome) => outcome === requested) ?? null);
    return back(reply, 'All access tokens have expired.');
  });

  app.post('/faults/clock', (request, reply) => {
    sandbox.world.clock.advance(readNumber(readOptionalText(readFields(request), 'seconds')) ?? 0);
    return back(reply, 'Clock advanced.');
  });

  app.post('/faults/reset', (_request, reply) => {
    sandbox.reset();
    return back(reply, 'The sandbox was reset.');
  });
}

const readNumber = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);

const defaultBodies: Record<string, unknown> = {
  '500': { code: 13, message: 'internal error' },
  '503': { code: 14, message: 'unavailable' },
  '429': { code: 8, message: 'rate limited' },
};

function readBody(text: string, kind: string): unknown {
  if (text.trim() === '') return defaultBodies[kind];
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
