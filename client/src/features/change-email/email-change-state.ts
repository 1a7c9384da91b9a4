import { nameSession, readSessionChange } from '../../session/session-changes.ts';

/** What the pages of the email change keep in the history's state: it survives reload and Back, and is in no URL. */
export interface EmailChangeState {
  /** From the link in the email to the old address: anyone who has it can take the account over. */
  readonly token?: string;
  /** The address a code was sent to. */
  readonly email?: string;
  /** The session at that time, and the last sign-in or sign-out before, which this tab may have missed. */
  readonly session: string;
}

/** For a token that the page's address has just brought. */
export const saveEmailChange = (token: string): EmailChangeState => ({ token, session: nameSessionAndChange() });

/** Nothing after a sign-out or a sign-in in this browser: the next person may use this tab. */
export function readEmailChange(state: unknown): Partial<EmailChangeState> {
  const saved = (state ?? {}) as Partial<EmailChangeState>;
  return saved.session === nameSessionAndChange() ? saved : {};
}

const nameSessionAndChange = (): string => `${nameSession()} ${readSessionChange()}`;
