import { framePage } from './frame-page.ts';

/** One field. The number's frame reads its two sisters, which have the same origin, and stores the card. */
export const fieldPage = (productOrigin: string): string =>
  framePage(
    'Card field',
    `html,body{margin:0;height:100%;background:transparent}input{width:100%;height:100%;padding:0;border:0;outline:0;background:transparent;font:16px sans-serif;color:#10222a}
input::placeholder{color:var(--placeholder,#757575);opacity:1}`,
    '<input>',
    `
const send = (message) => parent.postMessage(message, PRODUCT);
const query = new URLSearchParams(location.search);
const type = query.get('type');
const input = document.querySelector('input');
const kinds = {
  cardNumber: { label: 'Credit or debit card number', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234' },
  cardExpiry: { label: 'Credit or debit card expiration date', autocomplete: 'cc-exp', placeholder: 'MM / YY' },
  cardCvc: { label: 'Credit or debit card CVC/CVV', autocomplete: 'cc-csc', placeholder: 'CVC' },
};
input.inputMode = 'numeric';
input.setAttribute('aria-label', kinds[type].label);
input.autocomplete = kinds[type].autocomplete;
input.placeholder = kinds[type].placeholder;
let color = '';
let invalidColor = '';
function apply({ style, placeholder, disabled }) {
  const base = (style && style.base) || {};
  for (const name of ['color', 'fontFamily', 'fontSize', 'fontWeight', 'letterSpacing', 'lineHeight']) if (base[name]) input.style[name] = base[name];
  if (base['::placeholder'] && base['::placeholder'].color) input.style.setProperty('--placeholder', base['::placeholder'].color);
  if (base.color) color = base.color;
  if (style && style.invalid && style.invalid.color) invalidColor = style.invalid.color;
  if (placeholder !== undefined) input.placeholder = placeholder;
  if (disabled !== undefined) input.disabled = disabled;
}
apply(JSON.parse(query.get('options') || '{}'));
const digits = () => input.value.replace(/\\D/g, '');
function brandOf(number) {
  if (/^4/.test(number)) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^3[47]/.test(number)) return 'amex';
  return 'unknown';
}
function luhn(number) {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
const wrong = (code, message) => ({ type: 'validation_error', code, message });
function judge() {
  const value = digits();
  if (value === '') return { empty: true, complete: false };
  if (type === 'cardNumber') {
    const brand = brandOf(value);
    if (value.length < (brand === 'amex' ? 15 : 16)) return { empty: false, complete: false, brand };
    return luhn(value) ? { empty: false, complete: true, brand } : { empty: false, complete: false, brand, error: wrong('invalid_number', 'Your card number is invalid.') };
  }
  if (type === 'cardExpiry') {
    if (value.length < 4) return { empty: false, complete: false };
    const month = Number(value.slice(0, 2));
    const end = new Date(2000 + Number(value.slice(2)), month, 1);
    if (month < 1 || month > 12) return { empty: false, complete: false, error: wrong('invalid_expiry_month', 'Your card\\u2019s expiration month is invalid.') };
    if (end <= new Date()) return { empty: false, complete: false, error: wrong('invalid_expiry_year_past', 'Your card\\u2019s expiration year is in the past.') };
    return { empty: false, complete: true };
  }
  return { empty: false, complete: value.length >= 3 };
}
function format() {
  const value = digits();
  if (type === 'cardNumber') return value.slice(0, 16).replace(/(\\d{4})(?=\\d)/g, '$1 ');
  if (type === 'cardCvc') return value.slice(0, 4);
  const padded = /^[2-9]/.test(value) ? '0' + value : value;
  return padded.length > 2 ? padded.slice(0, 2) + ' / ' + padded.slice(2, 4) : padded;
}
function change() {
  const state = { error: undefined, ...judge() };
  input.setAttribute('aria-invalid', String(Boolean(state.error)));
  if (invalidColor) input.style.color = state.error ? invalidColor : color;
  send({ event: 'change', state });
}
window.skerryField = { type, group: query.get('group'), read: () => ({ digits: digits(), state: judge() }) };
function sisters() {
  const found = {};
  for (let index = 0; index < parent.frames.length; index += 1) {
    try {
      const field = parent.frames[index].skerryField;
      if (field && field.group === query.get('group')) found[field.type] = field.read();
    } catch {
      // A frame of somebody else.
    }
  }
  return found;
}
const names = { cardNumber: ['incomplete_number', 'number'], cardExpiry: ['incomplete_expiry', 'expiration date'], cardCvc: ['incomplete_cvc', 'security code'] };
async function store() {
  const fields = sisters();
  for (const name of Object.keys(names)) {
    const state = fields[name] ? fields[name].state : { complete: false };
    if (!state.complete) return { error: state.error || wrong(names[name][0], 'Your card\\u2019s ' + names[name][1] + ' is incomplete.') };
  }
  const body = JSON.stringify({ number: fields.cardNumber.digits, expiry: fields.cardExpiry.digits, cvc: fields.cardCvc.digits });
  const answer = await fetch('payment-methods', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(() => null);
  if (!answer || !answer.ok) return { error: { type: 'api_connection_error', message: 'We are experiencing issues connecting to our payments provider.' } };
  return answer.json();
}
input.addEventListener('input', () => {
  input.value = format();
  change();
});
input.addEventListener('focus', () => send({ event: 'focus' }));
input.addEventListener('blur', () => send({ event: 'blur' }));
input.addEventListener('keydown', (event) => event.key === 'Escape' && send({ event: 'escape' }));
addEventListener('message', async ({ source, data }) => {
  if (source !== parent) return;
  if (data.command === 'focus') input.focus();
  if (data.command === 'blur') input.blur();
  if (data.command === 'update') apply(data.options);
  if (data.command === 'clear') {
    input.value = '';
    change();
  }
  if (data.command === 'store') send({ event: 'stored', result: await store() });
});
send({ event: 'ready' });
`,
    productOrigin,
  );
