import type { Clock } from './clock.ts';

export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly code: string | null;
  readonly link: string | null;
  readonly at: number;
}

const limit = 300;

/** The mails that the upstream "sent". */
export class Mailbox {
  readonly #clock: Clock;
  #messages: Message[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  send(message: Omit<Message, 'at'>): void {
    this.#messages = [{ ...message, at: this.#clock.now() }, ...this.#messages].slice(0, limit);
  }

  /** Newest first, of one address or of all. */
  list(email?: string): readonly Message[] {
    if (!email) return this.#messages;
    return this.#messages.filter(({ to }) => to === email.trim().toLowerCase());
  }
}
