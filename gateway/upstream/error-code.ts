/** The numeric `code` of an upstream's error body; null for any other body. */
export function readErrorCode(body: Buffer): number | null {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    if (typeof parsed !== 'object' || parsed === null || !('code' in parsed)) return null;
    return typeof parsed.code === 'number' ? parsed.code : null;
  } catch {
    return null;
  }
}
