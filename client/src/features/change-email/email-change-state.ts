/** What a history entry of the change knows: survives reload and Back, and stands in no address. */
export interface EmailChangeState {
  /** Of the link in the mail to the old address. */
  readonly token?: string;
  /** Where a code was sent. */
  readonly email?: string;
}

/** `state` as the router gives it. */
export const readEmailChange = (state: unknown): EmailChangeState => (state ?? {}) as EmailChangeState;
