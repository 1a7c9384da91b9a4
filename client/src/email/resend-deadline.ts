import { tabStorage } from '../storage.ts';

/** Seconds between two mails to one address. product.md §9 */
const waitSeconds = 59;

const key = 'otc-resend-at';

type Deadlines = Readonly<Record<string, number>>;

/** When the next mail may go to an address, in epoch milliseconds; 0 when nothing was sent yet. Survives reload and Back. */
export const readResendDeadline = (email: string): number => readDeadlines()[email] ?? 0;

/** A mail has just been sent: starts the countdown of this address and returns its end. */
export function startResendCountdown(email: string): number {
  const deadline = Date.now() + waitSeconds * 1000;
  tabStorage.write(key, JSON.stringify({ ...readDeadlines(), [email]: deadline }));
  return deadline;
}

export const forgetResendDeadlines = (): void => tabStorage.remove(key);

function readDeadlines(): Deadlines {
  try {
    return JSON.parse(tabStorage.read(key) ?? '{}') as Deadlines;
  } catch {
    return {};
  }
}
