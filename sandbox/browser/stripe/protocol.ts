/** What the card provider's script and its frames say to each other. */

export interface ProviderError {
  readonly type: string;
  readonly code?: string;
  readonly message: string;
}

export interface PaymentMethod {
  readonly id: string;
  readonly card: { readonly brand: string; readonly last4: string };
}

/** A setup intent or a payment intent. */
export interface Intent {
  readonly id: string;
  readonly status: string;
}

export type StoreResult = { readonly paymentMethod: PaymentMethod } | { readonly error: ProviderError };

export interface FieldState {
  readonly empty: boolean;
  readonly complete: boolean;
  readonly brand?: string;
  readonly error?: ProviderError | undefined;
}

export const fieldTypes = ['cardNumber', 'cardExpiry', 'cardCvc'] as const;
export type FieldType = (typeof fieldTypes)[number];

export interface FieldOptions {
  style?: {
    readonly base?: Readonly<Record<string, string>> & { readonly '::placeholder'?: { readonly color?: string } };
    readonly invalid?: { readonly color?: string };
  };
  placeholder?: string;
  disabled?: boolean;
  readonly classes?: Readonly<Record<string, string>>;
}

/** To a card field. */
export type FieldCommand =
  | { readonly command: 'focus' | 'blur' | 'clear' | 'store' }
  | { readonly command: 'update'; readonly options: FieldOptions };

/** From a card field. */
export type FieldEvent =
  | { readonly event: 'ready' | 'focus' | 'blur' | 'escape' }
  | { readonly event: 'change'; readonly state: FieldState }
  | { readonly event: 'stored'; readonly result: StoreResult };

/** To the controller, which looks up an intent by its client secret. */
export interface LookupRequest {
  readonly id: number;
  readonly clientSecret: string;
}

/** From the controller. */
export type ControllerEvent =
  | { readonly event: 'ready' }
  | { readonly event: 'found'; readonly id: number; readonly intent: Intent | null };

/** From the bank's challenge. */
export interface ChallengeEvent {
  readonly event: 'finished';
  readonly intent: Intent;
}

/** From a wallet's sheet. */
export type WalletEvent =
  | { readonly event: 'cancel' }
  | { readonly event: 'paymentmethod'; readonly paymentMethod: PaymentMethod };

/** From the wallet's button. */
export interface ButtonEvent {
  readonly event: 'ready' | 'click';
}
