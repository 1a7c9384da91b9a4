import { tabStorage } from '../storage.ts';

/** Seconds between two emails to one address. product.md §9 */
const waitSeconds = 59;

const key = 'otc-resend-at';

type Deadlines = Readonly<Record<string, number>>;

/**
 * When the next email may be sent to an address, in epoch milliseconds; 0 before the first, and if the clock has been
 * set back so far that the wait would be longer than 59 s. Survives reload and Back.
 */
export function readResendDeadline(email: string): number {
  const deadline = readDeadlines()[email] ?? 0;
  return deadline <= Date.now() + waitSeconds * 1000 ? deadline : 0;
}

/** Starts the countdown of an address after an email was sent, and returns its end. */
export function startResendCountdown(email: string): number {
  const deadline = Date.now() + waitSeconds * 1000;
  tabStorage.write(key, JSON.stringify({ ...readDeadlines(), [email]: deadline }));
  return deadline;
}

export const clearResendDeadlines = (): void => tabStorage.remove(key);

function readDeadlines(): Deadlines {
  try {
    return JSON.parse(tabStorage.read(key) ?? '{}') as Deadlines;
  } catch {
    return {};
  }
}
