import type { FieldState, FieldType, ProviderError } from '../stripe/protocol.ts';

export const validationError = (code: string, message: string): ProviderError => ({
  type: 'validation_error',
  code,
  message,
});

/** Validates the digits of a field. */
export function validateField(type: FieldType, digits: string): FieldState {
  if (digits === '') return { empty: true, complete: false };
  if (type === 'cardNumber') return validateNumber(digits);
  if (type === 'cardExpiry') return validateExpiry(digits);
  return { empty: false, complete: digits.length >= 3 };
}

function validateNumber(digits: string): FieldState {
  const brand = findBrand(digits);
  if (digits.length < (brand === 'amex' ? 15 : 16)) return { empty: false, complete: false, brand };
  if (hasValidChecksum(digits)) return { empty: false, complete: true, brand };
  const error = validationError('invalid_number', 'Your card number is invalid.');
  return { empty: false, complete: false, brand, error };
}

function validateExpiry(digits: string): FieldState {
  if (digits.length < 4) return { empty: false, complete: false };
  const month = Number(digits.slice(0, 2));
  if (month < 1 || month > 12) {
    const error = validationError('invalid_expiry_month', 'Your card’s expiration month is invalid.');
    return { empty: false, complete: false, error };
  }
  const firstInvalidDay = new Date(2000 + Number(digits.slice(2)), month, 1);
  if (firstInvalidDay <= new Date()) {
    const error = validationError('invalid_expiry_year_past', 'Your card’s expiration year is in the past.');
    return { empty: false, complete: false, error };
  }
  return { empty: false, complete: true };
}

function findBrand(digits: string): string {
  if (/^4/.test(digits)) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard';
  return /^3[47]/.test(digits) ? 'amex' : 'unknown';
}

/** The Luhn algorithm. */
function hasValidChecksum(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Groups the digits as they are printed on a card. */
export function formatDigits(type: FieldType, digits: string): string {
  if (type === 'cardNumber') return digits.slice(0, 16).replace(/(\d{4})(?=\d)/g, '$1 ');
  if (type === 'cardCvc') return digits.slice(0, 4);
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  return padded.length > 2 ? `${padded.slice(0, 2)} / ${padded.slice(2, 4)}` : padded;
}
