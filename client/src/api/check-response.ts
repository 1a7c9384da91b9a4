import { type Call, type CallName, calls } from '#shared/calls.ts';
import { whenIdle } from './load-chunk.ts';
import { reportError } from './report-error.ts';

/**
 * Compares an answer with its schema when the browser has time, and reports what differs; the answer is used all the
 * same. The schemas load only then, so that no page waits for them. product.md §3
 */
export function checkResponseLater(call: Call, answer: unknown): void {
  whenIdle(() => void check(call, answer));
}

async function check(call: Call, answer: unknown): Promise<void> {
  const name = (Object.keys(calls) as CallName[]).find((key) => calls[key] === call);
  const schemas = await import('#shared/responses.ts').catch(() => null);
  if (!name || !schemas || !(name in schemas.responses)) return;
  const result = schemas.responses[name as keyof typeof schemas.responses].safeParse(answer);
  if (result.success) return;
  // Where it differs, never the values: they may name a person.
  const places = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`);
  reportError(new Error(`The answer of ${name} differs from its schema: ${places.join('; ')}`));
}
