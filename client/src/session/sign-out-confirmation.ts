type Ask = (signOut: () => void) => void;

let ask: Ask | null = null;

/**
 * Asks before somebody who has pressed 'Sign out' is signed out, while something would be lost by it.
 * @returns what takes it back
 */
export function setSignOutConfirmation(question: Ask): () => void {
  ask = question;
  return () => {
    if (ask === question) ask = null;
  };
}

/** Signs out at once, or when the question is answered. */
export const signOutWhenConfirmed = (signOut: () => void): void => (ask ? ask(signOut) : signOut());
