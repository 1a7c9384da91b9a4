/** An account younger than this has just been made. product.md §9 */
const newAccountMs = 300_000;

let pending = false;

/** Somebody has signed in on this page; the event waits for the profile, which tells how old the account is. */
export function recordSignIn(): void {
  pending = true;
}

/** Whether a sign-in waits to be told; says so once. */
export function consumeSignIn(): boolean {
  const waited = pending;
  pending = false;
  return waited;
}

export const signInEventName = (registeredAt: Date | null, now: number): 'sign_up' | 'sign_in' =>
  registeredAt !== null && now - registeredAt.getTime() < newAccountMs ? 'sign_up' : 'sign_in';
