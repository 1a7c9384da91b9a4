import { confirmPart } from './stripe-script-confirm.ts';
import { fieldsPart } from './stripe-script-fields.ts';
import { walletsPart } from './stripe-script-wallets.ts';

const basePart = `  const own = new URL(document.currentScript.src);
  const base = own.origin + '/doubles/stripe/';
  const offered = (own.searchParams.get('wallets') || 'apple_pay,google_pay').split(',');
  let lastId = 0;

  class IntegrationError extends Error {
    constructor(message) {
      super(message);
      this.name = 'IntegrationError';
    }
  }

  function createFrame(path, title, css) {
    const frame = document.createElement('iframe');
    frame.title = title;
    frame.name = '__privateStripeFrame' + ++lastId;
    frame.src = base + path;
    frame.style.cssText = 'border:0;color-scheme:light only;' + css;
    return frame;
  }

  function listen(peer, handle) {
    const hear = (event) => {
      if (event.origin === own.origin && event.source === peer()) handle(event.data);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }

  class Emitter {
    handlers = {};
    on(name, handler) {
      (this.handlers[name] ||= []).push(handler);
      return this;
    }
    once(name, handler) {
      const once = (event) => {
        this.off(name, once);
        handler(event);
      };
      return this.on(name, once);
    }
    off(name, handler) {
      this.handlers[name] = handler ? (this.handlers[name] || []).filter((other) => other !== handler) : [];
      return this;
    }
    emit(name, event) {
      for (const handler of [...(this.handlers[name] || [])]) handler(event);
    }
  }

  /** A frame over the whole page, and what it answers. */
  function ask(path, title) {
    const frame = createFrame(path, title, 'position:fixed;inset:0;width:100%;height:100%;z-index:2147483647');
    document.body.append(frame);
    frame.focus();
    return { frame, window: () => frame.contentWindow, close: () => frame.remove(), gone: () => !frame.isConnected };
  }
`;

const mainPart = `  class Elements {
    constructor(options = {}) {
      this.options = options;
      this.group = 'group-' + ++lastId + '-' + Date.now();
      this.made = {};
    }
    create(type, options) {
      if (this.made[type]) throw new IntegrationError('Can only create one Element of type ' + type + '.');
      if (type !== 'paymentRequestButton' && !titles[type]) throw new IntegrationError('The sandbox has no element ' + type + '.');
      this.made[type] = type === 'paymentRequestButton' ? new WalletButton(this, options) : new Field(this, type, options);
      return this.made[type];
    }
    getElement(type) {
      return this.made[type] || null;
    }
    update() {}
  }

  window.Stripe = (key) => {
    if (typeof key !== 'string' || !key.startsWith('pk_')) throw new IntegrationError('Please call Stripe() with your publishable key. You used: ' + key);
    const controller = new Controller();
    const read = async (kind, secret) => {
      const intent = await controller.find(secret);
      return intent ? { [kinds[kind].name]: intent } : { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such intent.' } };
    };
    return {
      elements: (options) => new Elements(options),
      paymentRequest: (options) => new PaymentRequest(options),
      async createPaymentMethod(typeOrData, element, data) {
        const given = typeof typeOrData === 'string' ? { type: typeOrData, card: element, ...data } : typeOrData;
        if (given.type !== 'card' || !(given.card instanceof Field)) throw new IntegrationError('The sandbox makes payment methods of card elements alone.');
        const number = given.card.elements.getElement('cardNumber');
        if (!number || !number.frame) throw new IntegrationError('We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.');
        return number.store();
      },
      confirmCardSetup: (secret) => confirm(controller, 'setup', secret),
      confirmCardPayment: (secret) => confirm(controller, 'payment', secret),
      retrieveSetupIntent: (secret) => read('setup', secret),
      retrievePaymentIntent: (secret) => read('payment', secret),
      registerAppInfo() {},
      _registerWrapper() {},
    };
  };
  window.Stripe.version = 'sandbox';
`;

/**
 * Stands for the card provider's script, `Stripe(key)`. Like the original it puts every field into a frame of its own
 * origin, never lets the page see a card number, lays the bank's question over the page at the end of the body (where an
 * open modal dialog makes it unusable), and opens Google Pay in a popup, which a strict Cross-Origin-Opener-Policy cuts off.
 *
 * `?wallets=apple_pay`, `google_pay`, both with a comma between (as by default), or `none`.
 */
export const stripeScript = `(() => {
${[basePart, fieldsPart, walletsPart, confirmPart, mainPart].join('\n')}})();
`;
