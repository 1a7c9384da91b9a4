/** Long enough to see what is about to happen. product.md §9 */
const delayMs = 300;

/** Opens the national app's link on the phone that shows it, whose screen nobody can scan; returns what takes it back. */
export function openLinkSoon(url: string): () => void {
  const timer = setTimeout(() => location.assign(url), delayMs);
  return () => clearTimeout(timer);
}
