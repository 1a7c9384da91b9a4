type Confirm = (signOut: () => void) => void;

let confirm: Confirm | null = null;

/**
 * Asks the user before a sign-out that would lose unsaved input.
 * @param question calls its argument to go on with the sign-out
 * @returns a function that removes the question
 */
export function setSignOutConfirmation(question: Confirm): () => void {
  confirm = question;
  return () => {
    if (confirm === question) confirm = null;
  };
}

/** Signs out at once, or after the user confirmed it. */
export const signOutWhenConfirmed = (signOut: () => void): void => (confirm ? confirm(signOut) : signOut());
