/** The numeric `code` of an upstream's error body; null for any other body. */
export function readErrorCode(body: Buffer): number | null {
  try {
    const { code }: { readonly code?: unknown } = Object(JSON.parse(body.toString('utf8')));
    return typeof code === 'number' ? code : null;
  } catch {
    return null;
  }
}
