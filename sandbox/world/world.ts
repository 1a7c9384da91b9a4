import { Tokens } from '../session/tokens.ts';
import type { Settings } from '../settings.ts';
import { type Account, createAccount } from './account.ts';
import { describeReadyAccounts } from './accounts/ready-accounts.ts';
import { Clock } from './clock.ts';
import { EmailChanges } from './email-changes.ts';
import { Faults } from './faults.ts';
import { applyElapsedTime } from './lifecycle.ts';
import { Mailbox } from './mailbox.ts';
import { Payments } from './payments.ts';
import { PermanentTokens } from './permanent-tokens.ts';
import { RequestLog } from './request-log.ts';

const dayMs = 86_400_000;

export interface OneTimeCode {
  readonly code: string;
  readonly expiresAt: number;
  used: boolean;
  wrongAttempts: number;
}

interface MarketingEvent {
  readonly event_type: string;
  readonly email: string;
  readonly event_params: readonly { readonly name: string; readonly value: string }[];
}

/** All state. A reset replaces it. */
export class World {
  readonly clock = new Clock();
  readonly tokens: Tokens;
  readonly permanentTokens: PermanentTokens;
  readonly mailbox: Mailbox;
  readonly requests = new RequestLog();
  readonly faults = new Faults();
  /** The newest sign-in code of each email. */
  readonly oneTimeCodes = new Map<string, OneTimeCode>();
  readonly emailChanges = new EmailChanges();
  readonly citizenshipLinks = new Map<string, { readonly accountId: string; readonly expiresAt: number }>();
  readonly payments = new Payments();
  /** Account ids by the tokens of payment links. */
  readonly checkouts = new Map<string, string>();
  readonly events: MarketingEvent[] = [];
  readonly #accounts = new Map<string, Account>();

  constructor(settings: Settings) {
    this.tokens = new Tokens(this.clock, settings.accessTokenSeconds, settings.refreshLeewaySeconds);
    this.permanentTokens = new PermanentTokens(this.clock);
    this.mailbox = new Mailbox(this.clock);
    for (const seed of describeReadyAccounts(this.daysFromNow)) this.#add(createAccount(seed, this.daysFromNow));
  }

  readonly daysFromNow = (days: number): number => this.clock.now() + days * dayMs;

  /** All accounts in their current state. */
  listAccounts(): Account[] {
    return [...this.#accounts.values()].map((account) => applyElapsedTime(account, this.clock.now()));
  }

  findAccount(id: string): Account | null {
    const account = this.#accounts.get(id);
    return account ? applyElapsedTime(account, this.clock.now()) : null;
  }

  findAccountByEmail(email: string): Account | null {
    return this.listAccounts().find((account) => account.email === email) ?? null;
  }

  /** Registers a new free account. */
  registerAccount(email: string, more: Partial<Account> = {}): Account {
    const seed = { email, group: 'New accounts', description: 'Registered by signing in.', ...more };
    return this.#add(
      createAccount({ state: 'new_account', registeredAt: this.clock.now(), ...seed }, this.daysFromNow),
    );
  }

  #add(account: Account): Account {
    this.#accounts.set(account.id, account);
    this.permanentTokens.register(account.permanentToken, account.id);
    return account;
  }
}
