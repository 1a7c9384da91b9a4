import { type Call, type CallName, calls } from '#shared/calls.ts';
import { reportError } from './report-error.ts';
import { whenIdle } from './when-idle.ts';

const reported = new Set<string>();

/**
 * Checks a response against its schema when the browser is idle, and reports each difference once. The page uses the
 * response either way. Schemas load only then, so that no page waits for them. product.md §3
 */
export function checkResponseLater(call: Call, response: unknown): void {
  whenIdle(() => void check(call, response));
}

async function check(call: Call, response: unknown): Promise<void> {
  const name = (Object.keys(calls) as CallName[]).find((key) => calls[key] === call);
  const schemas = await import('#shared/responses.ts').catch(() => null);
  if (!name || !schemas || !(name in schemas.responses)) return;
  const result = schemas.responses[name as keyof typeof schemas.responses].safeParse(response);
  if (result.success) return;
  // Reports paths only: values may identify a person.
  const differences = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`);
  const message = `The response of ${name} differs from its schema: ${differences.join('; ')}`;
  if (reported.has(message)) return;
  reported.add(message);
  reportError(new Error(message));
}
