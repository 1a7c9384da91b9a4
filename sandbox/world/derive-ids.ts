import { createHash } from 'node:crypto';

const hash = (purpose: string, seed: string) => createHash('sha256').update(`${purpose}:${seed}`).digest();

/** Derives an id that is the same after every reset. */
export function deriveId(purpose: string, seed: string): string {
  const hex = hash(purpose, seed).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const derivePermanentToken = (email: string): string =>
  `sandbox-permanent-${hash('permanent token', email).toString('hex').slice(0, 32)}`;

// Without 0, 1, I and O, which are easily confused.
const codeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const deriveAccountCode = (email: string): string =>
  [...hash('account code', email).subarray(0, 10)].map((byte) => codeLetters[byte % codeLetters.length]).join('');
