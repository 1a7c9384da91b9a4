/**
 * Longer bodies are not parsed: that would keep all other requests waiting. Sign-ins, errors and profiles are shorter.
 */
export const maxParsedBytes = 262_144;

/** The object in an upstream's body; null for any other body, and for a longer one. */
export function readJson(body: Buffer): Readonly<Record<string, unknown>> | null {
  if (body.length > maxParsedBytes) return null;
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && !Array.isArray(parsed) ? (parsed as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

/** The numeric `code` of an error; null for any other body. */
export function readErrorCode(body: Buffer): number | null {
  const code = readJson(body)?.code;
  return typeof code === 'number' ? code : null;
}
