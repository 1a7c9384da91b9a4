/** The history state of the email change. Survives reload and Back, and stays out of the URL. */
export interface EmailChangeState {
  /** From the link in the email to the old address. */
  readonly token?: string;
  /** The address a code was sent to. */
  readonly email?: string;
}

export const readEmailChange = (state: unknown): EmailChangeState => (state ?? {}) as EmailChangeState;
