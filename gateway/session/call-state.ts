import type { UpstreamResponse } from '../upstream/exchange.ts';
import type { Session, SessionCookies } from './session-cookies.ts';
import type { Tokens } from './tokens.ts';

const emptyBody = Buffer.alloc(0);

/**
 * How far a call has come: the upstream's response so far, and what the browser gets with it. Filled step by step, so
 * that cookies are sent with errors, too.
 */
export class CallState {
  response: UpstreamResponse | null = null;
  /** The response's body, decoded. */
  decodedBody: Buffer = emptyBody;
  readonly setCookies: string[] = [];
  /** Tokens that the response must not hold. */
  readonly forbiddenTokens: (string | null)[];
  sessionEnded = false;
  /** Of the session that the call has begun. */
  sessionTag: string | null = null;
  /** The pair that a refresh returned, until its cookies are set. */
  refreshed: Tokens | null = null;

  constructor(session: Session) {
    this.forbiddenTokens = [session.access, session.refresh];
  }

  /** Replaces an earlier response. */
  setResponse(response: UpstreamResponse, decodedBody: Buffer): void {
    this.release();
    this.response = response;
    this.decodedBody = decodedBody;
  }

  /**
   * Once it is checked: a small response can decode to 4 MB, which no budget counts, and slow clients take their time.
   */
  dropDecodedBody(): void {
    this.decodedBody = emptyBody;
  }

  /** For a session whose refresh token the upstream has refused, or whose only token is an expired access token. */
  endSession(cookies: SessionCookies): void {
    this.sessionEnded = true;
    this.setCookies.push(...cookies.clearTokens());
  }

  /** Frees the response's memory once it is sent, or will not be. */
  release(): void {
    this.response?.release();
    this.dropDecodedBody();
  }
}
