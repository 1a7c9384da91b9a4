import { useTranslation } from 'react-i18next';
import { FieldError } from '../../ui/field.tsx';
import type { ChangeFailure, ChangeState } from './change-payment-method.ts';

const keys = {
  declined: 'paymentMethod.declined',
  cancelled: 'paymentMethod.cancelled',
  notConfirmed: 'paymentMethod.notConfirmed',
  failed: 'error.generic',
} as const satisfies Record<ChangeFailure, string>;

/** Why the payment method is still the old one: each reason has words of its own. */
export function FailureText({ state }: { state: ChangeState }) {
  const { t } = useTranslation();
  return Object.hasOwn(keys, state) ? <FieldError>{t(keys[state as ChangeFailure])}</FieldError> : null;
}
