/** One clock for everything that a pairing screen repeats: renewing its code and looking for the new device. */
const tickMs = 3_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  if (document.visibilityState !== 'visible') return;
  for (const listener of [...listeners]) listener();
}

/**
 * Calls the listener every 3 s while the page is visible, and when it becomes visible. decisions.md §4
 * @returns stops it
 */
export function onPairingTick(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    timer = setInterval(tick, tickMs);
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}
