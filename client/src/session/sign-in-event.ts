/** An account younger than this counts as new. product.md §9 */
const newAccountMs = 300_000;

let pending = false;

/** Remembers that a user signed in on this page; the event waits for the profile, which says how old the account is. */
export function recordSignIn(): void {
  pending = true;
}

/** Whether a sign-in has not been reported yet; true only once. */
export function takeSignIn(): boolean {
  const recorded = pending;
  pending = false;
  return recorded;
}

export const signInEventName = (registeredAt: Date | null, now: number): 'sign_up' | 'sign_in' =>
  registeredAt !== null && now - registeredAt.getTime() < newAccountMs ? 'sign_up' : 'sign_in';
