import { CardField, type ElementGroup } from './stripe/card-field.ts';
import { Controller, confirm, retrieve } from './stripe/confirm.ts';
import { IntegrationError } from './stripe/emitter.ts';
import { type FieldOptions, type FieldType, fieldTypes } from './stripe/protocol.ts';
import { PaymentRequest, WalletButton } from './stripe/wallets.ts';

/**
 * Test double of the card provider's script, `Stripe(key)`. As with the original, each field is a frame of another
 * origin and the page never sees a card number. The bank's challenge covers the page as the last child of the body,
 * where an open modal dialog makes it inert. Google Pay opens a popup, which a strict Cross-Origin-Opener-Policy cuts
 * off.
 *
 * `?wallets=apple_pay`, `google_pay`, `apple_pay,google_pay` (default) or `none`.
 */
function createStripe(key: unknown) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw new IntegrationError(`Please call Stripe() with your publishable key. You used: ${key}`);
  }
  const controller = new Controller();
  return {
    elements: (options?: { locale?: string }) => new Elements(options),
    paymentRequest: (options: ConstructorParameters<typeof PaymentRequest>[0]) => new PaymentRequest(options),
    createPaymentMethod,
    confirmCardSetup: (secret: string) => confirm(controller, 'setup', secret),
    confirmCardPayment: (secret: string) => confirm(controller, 'payment', secret),
    retrieveSetupIntent: (secret: string) => retrieve(controller, 'setup', secret),
    retrievePaymentIntent: (secret: string) => retrieve(controller, 'payment', secret),
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

let groupCount = 0;

class Elements {
  readonly #group: ElementGroup;

  constructor({ locale = 'auto' }: { locale?: string } = {}) {
    groupCount += 1;
    this.#group = { id: `group-${groupCount}-${Date.now()}`, locale, elements: new Map() };
  }

  create(type: string, options?: object): unknown {
    const { elements } = this.#group;
    if (elements.has(type)) throw new IntegrationError(`Can only create one Element of type ${type}.`);
    const element = createElement(this.#group, type, options);
    elements.set(type, element);
    return element;
  }

  getElement(type: string): unknown {
    return this.#group.elements.get(type) ?? null;
  }

  update(): void {}
}

const isFieldType = (type: string): type is FieldType => fieldTypes.some((known) => known === type);

function createElement(group: ElementGroup, type: string, options?: object): CardField | WalletButton {
  if (type === 'paymentRequestButton') return new WalletButton(group, options);
  if (isFieldType(type)) return new CardField(group, type, options as FieldOptions | undefined);
  throw new IntegrationError(`The sandbox has no element ${type}.`);
}

/** Takes `{ type: 'card', card: element }` or `'card', element`, as the original does. */
async function createPaymentMethod(typeOrData: string | { type: string; card: unknown }, element?: unknown) {
  const { type, card } = typeof typeOrData === 'string' ? { type: typeOrData, card: element } : typeOrData;
  if (type !== 'card' || !(card instanceof CardField)) {
    throw new IntegrationError('The sandbox creates payment methods from card elements only.');
  }
  const number = card.group.elements.get('cardNumber');
  if (!(number instanceof CardField) || !number.isMounted) {
    throw new IntegrationError(
      'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
    );
  }
  return number.store();
}

Object.assign(window, { Stripe: Object.assign(createStripe, { version: 'sandbox' }) });
