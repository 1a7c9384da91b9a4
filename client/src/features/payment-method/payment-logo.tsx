import type { PaymentMethod } from '#shared/profile.ts';
import { BillingIcon } from '../../ui/icons/billing-icon.tsx';
import applePay from './logos/apple-pay.svg';
import googlePay from './logos/google-pay.svg';
import mastercard from './logos/mastercard.svg';
import visa from './logos/visa.svg';
import './payment-logo.css';

/** The logo of a payment method, on white in both themes. Decorative: its name is beside it. */
export function PaymentLogo({ method }: { method: PaymentMethod }) {
  const logo = logoOf(method);
  return <span className="pay-logo">{logo ? <img src={logo} alt="" /> : <BillingIcon />}</span>;
}

function logoOf({ vendor, card_type: type }: PaymentMethod): string | null {
  if (vendor === 'apple_pay_vendor') return applePay;
  if (vendor === 'google_pay_vendor') return googlePay;
  if (vendor !== 'card_vendor') return null;
  if (type === 'visa') return visa;
  return type === 'mastercard' ? mastercard : null;
}
