import { useTranslation } from 'react-i18next';
import { FieldError } from '../../ui/field.tsx';
import type { ChangeFailure, ChangeState } from './change-payment-method.ts';

export const failureTexts = {
  declined: 'paymentMethod.declined',
  canceled: 'paymentMethod.canceled',
  notConfirmed: 'paymentMethod.notConfirmed',
  failed: 'error.tryLater',
} as const satisfies Record<ChangeFailure, string>;

export const isFailure = (state: ChangeState | 'pending'): state is ChangeFailure => Object.hasOwn(failureTexts, state);

/** The text for each reason why the payment method did not change. */
export function FailureText({ state }: { state: ChangeState }) {
  const { t } = useTranslation();
  return isFailure(state) ? <FieldError>{t(failureTexts[state])}</FieldError> : null;
}
