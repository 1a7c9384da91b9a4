/** An email change in progress: started by the link's token, applied by the newest code. */
export interface EmailChange {
  readonly token: string;
  readonly accountId: string;
  readonly expiresAt: number;
  sent: { readonly email: string; readonly code: string; readonly expiresAt: number } | null;
}

export class EmailChanges {
  readonly #changes = new Map<string, EmailChange>();

  add(change: EmailChange): void {
    this.#changes.set(change.token, change);
  }

  /** The token stays valid until it expires or the change is applied, because a resend uses it again. */
  findByToken(token: string, now: number): EmailChange | null {
    const change = this.#changes.get(token);
    return change && now < change.expiresAt ? change : null;
  }

  findByCode(code: string): EmailChange | null {
    return [...this.#changes.values()].find(({ sent }) => sent?.code === code) ?? null;
  }

  deleteAllOf(accountId: string): void {
    for (const [token, change] of this.#changes) if (change.accountId === accountId) this.#changes.delete(token);
  }
}
