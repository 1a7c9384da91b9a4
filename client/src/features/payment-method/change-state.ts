import type { Profile } from '#shared/profile.ts';
import type { ChangeOutcome } from './change-payment-method.ts';
import type { Provider } from './provider.ts';

/** `idle`: nothing tried yet. `aside`: the bank or a wallet has the page. */
export type ChangeState = 'idle' | 'running' | 'aside' | ChangeOutcome;

export interface PaymentDialogProps {
  readonly profile: Profile;
  readonly onClose: () => void;
}

/** What each way of paying gets to offer itself. */
export interface ChangeFormProps {
  readonly provider: Provider;
  readonly profile: Profile;
  readonly state: ChangeState;
  readonly onState: (state: ChangeState) => void;
}
