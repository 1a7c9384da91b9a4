import { useTranslation } from 'react-i18next';
import { FieldError } from '../../ui/field.tsx';
import type { ChangeFailure, ChangeState } from './change-payment-method.ts';

const keys = {
  declined: 'paymentMethod.declined',
  cancelled: 'paymentMethod.cancelled',
  notConfirmed: 'paymentMethod.notConfirmed',
  failed: 'error.generic',
} as const satisfies Record<ChangeFailure, string>;

/** The text for each reason why the payment method did not change. */
export function FailureText({ state }: { state: ChangeState }) {
  const { t } = useTranslation();
  return Object.hasOwn(keys, state) ? <FieldError>{t(keys[state as ChangeFailure])}</FieldError> : null;
}
