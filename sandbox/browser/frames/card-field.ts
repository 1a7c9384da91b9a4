import type { FieldCommand, FieldEvent, FieldOptions, FieldState, FieldType, StoreResult } from '../stripe/protocol.ts';
import { acceptInput } from './accept-input.ts';
import { productOrigin } from './product-origin.ts';
import { formatDigits, validateField, validationError } from './validate-card.ts';

/** One card field. The number's frame reads the other two frames, which have the same origin, and stores the card. */
interface SharedField {
  readonly type: FieldType;
  readonly group: string | null;
  readonly read: () => { readonly digits: string; readonly state: FieldState };
}
type FieldWindow = Window & { cardField?: SharedField };

const send = (event: FieldEvent) => parent.postMessage(event, productOrigin);
const query = new URLSearchParams(location.search);
const type = (query.get('type') ?? 'cardNumber') as FieldType;
const group = query.get('group');

const labels: Record<FieldType, { label: string; autocomplete: AutoFill; placeholder: string }> = {
  cardNumber: {
    label: 'Credit or debit card number',
    autocomplete: 'cc-number',
    placeholder: '1234 1234 1234 1234',
  },
  cardExpiry: { label: 'Credit or debit card expiration date', autocomplete: 'cc-exp', placeholder: 'MM / YY' },
  cardCvc: { label: 'Credit or debit card CVC/CVV', autocomplete: 'cc-csc', placeholder: 'CVC' },
};

const input = document.querySelector('input') ?? document.createElement('input');
input.inputMode = 'numeric';
input.setAttribute('aria-label', labels[type].label);
input.autocomplete = labels[type].autocomplete;
input.placeholder = labels[type].placeholder;

let color = '';
let invalidColor = '';
const styleNames = ['color', 'fontFamily', 'fontSize', 'fontWeight', 'letterSpacing', 'lineHeight'] as const;

function applyOptions({ style, placeholder, disabled }: FieldOptions): void {
  const { base } = style ?? {};
  for (const name of styleNames) input.style[name] = base?.[name] ?? input.style[name];
  const placeholderColor = base?.['::placeholder']?.color;
  if (placeholderColor) input.style.setProperty('--placeholder', placeholderColor);
  color = base?.color ?? color;
  invalidColor = style?.invalid?.color ?? invalidColor;
  input.placeholder = placeholder ?? input.placeholder;
  input.disabled = disabled ?? input.disabled;
}
applyOptions(JSON.parse(query.get('options') || '{}'));

const readDigits = () => input.value.replace(/\D/g, '');
const readState = () => validateField(type, readDigits());

function reportChange(): void {
  const state = readState();
  input.setAttribute('aria-invalid', String(state.error !== undefined));
  if (invalidColor) input.style.color = state.error ? invalidColor : color;
  send({ event: 'change', state });
}

(window as FieldWindow).cardField = { type, group, read: () => ({ digits: readDigits(), state: readState() }) };

/** The fields of this form, by type. */
function readAllFields(): Map<FieldType, ReturnType<SharedField['read']>> {
  const found = new Map<FieldType, ReturnType<SharedField['read']>>();
  for (let index = 0; index < parent.frames.length; index += 1) {
    try {
      const field = (parent.frames[index] as FieldWindow | undefined)?.cardField;
      if (field?.group === group) found.set(field.type, field.read());
    } catch {
      // A frame of another origin.
    }
  }
  return found;
}

const incompleteErrors = {
  cardNumber: validationError('incomplete_number', 'Your card’s number is incomplete.'),
  cardExpiry: validationError('incomplete_expiry', 'Your card’s expiration date is incomplete.'),
  cardCvc: validationError('incomplete_cvc', 'Your card’s security code is incomplete.'),
};

async function storeCard(): Promise<StoreResult> {
  const fields = readAllFields();
  for (const [name, incomplete] of Object.entries(incompleteErrors)) {
    const state = fields.get(name as FieldType)?.state;
    if (!state?.complete) return { error: state?.error ?? incomplete };
  }
  const digitsOf = (name: FieldType) => fields.get(name)?.digits;
  const response = await fetch('payment-methods', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      number: digitsOf('cardNumber'),
      expiry: digitsOf('cardExpiry'),
      cvc: digitsOf('cardCvc'),
    }),
  }).catch(() => null);
  if (response?.ok) return response.json();
  const message = 'We are experiencing issues connecting to our payments provider.';
  return { error: { type: 'api_connection_error', message } };
}

async function execute(command: FieldCommand): Promise<void> {
  switch (command.command) {
    case 'focus':
      return input.focus();
    case 'blur':
      return input.blur();
    case 'update':
      return applyOptions(command.options);
    case 'clear':
      input.value = '';
      return reportChange();
    case 'store':
      send({ event: 'stored', result: await storeCard() });
  }
}

input.addEventListener('input', () => {
  input.value = formatDigits(type, readDigits());
  reportChange();
});
input.addEventListener('focus', () => send({ event: 'focus' }));
input.addEventListener('blur', () => send({ event: 'blur' }));
input.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') send({ event: 'escape' });
});
addEventListener('message', ({ source, data }: MessageEvent<FieldCommand>) => {
  if (source === parent) void execute(data);
});
acceptInput();
send({ event: 'ready' });
