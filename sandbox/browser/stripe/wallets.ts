import type { ElementGroup } from './card-field.ts';
import { Emitter, IntegrationError } from './emitter.ts';
import { createFrame, listen, openOverlay, openPopup, type Sheet, scriptUrl } from './frames.ts';
import type { ButtonEvent, WalletEvent } from './protocol.ts';

const walletNames = { apple_pay: 'applePay', google_pay: 'googlePay' } as const;
type Wallet = keyof typeof walletNames;

const isWallet = (value: string): value is Wallet => Object.hasOwn(walletNames, value);

/** The wallets of this browser, by the script's `wallets` parameter. */
const availableWallets = (scriptUrl.searchParams.get('wallets') || 'apple_pay,google_pay').split(',').filter(isWallet);

interface PaymentOptions {
  country: string;
  currency: string;
  total: { label: string; amount: number };
  disableWallets?: readonly string[];
}

export class PaymentRequest extends Emitter {
  #options: PaymentOptions;
  #wallet: Wallet | null = null;
  #sheet: Sheet | null = null;
  #stopListening = () => {};

  constructor(options: PaymentOptions) {
    super();
    this.#options = checkOptions(options);
    if (!/^[A-Z]{2}$/.test(options.country)) {
      throw new IntegrationError('country should be two capital letters, such as CY.');
    }
  }

  update(options: Partial<PaymentOptions>): void {
    this.#options = checkOptions({ ...this.#options, ...options });
  }

  async canMakePayment(): Promise<Record<string, boolean> | null> {
    await new Promise((resolve) => setTimeout(resolve, 30));
    const disabled = this.#options.disableWallets ?? [];
    const usable = availableWallets.filter((wallet) => !disabled.includes(walletNames[wallet]));
    this.#wallet = usable.includes('apple_pay') ? 'apple_pay' : (usable[0] ?? null);
    if (this.#wallet === null) return null;
    return { applePay: usable.includes('apple_pay'), googlePay: usable.includes('google_pay'), link: false };
  }

  /** The wallet that `show` opens; null until canMakePayment() has found one. */
  get wallet(): Wallet | null {
    return this.#wallet;
  }

  isShowing(): boolean {
    return this.#sheet !== null;
  }

  show(): void {
    const wallet = this.#wallet;
    if (!wallet) {
      throw new IntegrationError(
        'You must first check the Payment Request API support using paymentRequest.canMakePayment() before calling show().',
      );
    }
    if (this.#sheet) throw new IntegrationError('show() was called while the payment interface is showing.');
    const { currency, total } = this.#options;
    const query = new URLSearchParams({ wallet, label: total.label, amount: String(total.amount), currency });
    const path = `wallet?${query}`;
    const sheet = wallet === 'google_pay' ? openPopup(path) : openOverlay(path, 'Apple Pay');
    if (!sheet) {
      this.#dismiss();
      return;
    }
    this.#sheet = sheet;
    const stop = listen<WalletEvent>(sheet.findWindow, (message) => this.#handle(message, wallet));
    const timer = setInterval(() => sheet.isClosed() && this.#dismiss(), 300);
    this.#stopListening = () => {
      stop();
      clearInterval(timer);
    };
  }

  #handle(message: WalletEvent, wallet: Wallet): void {
    if (message.event === 'cancel') {
      this.#dismiss();
      return;
    }
    this.emit('paymentmethod', {
      paymentMethod: message.paymentMethod,
      walletName: walletNames[wallet],
      payerName: null,
      payerEmail: null,
      complete: () => this.abort(),
    });
  }

  #dismiss(): void {
    this.abort();
    this.emit('cancel');
  }

  abort(): void {
    this.#stopListening();
    this.#sheet?.close();
    this.#sheet = null;
  }
}

function checkOptions(options: PaymentOptions): PaymentOptions {
  const { currency, total } = options;
  if (!/^[a-z]{3}$/.test(currency)) {
    throw new IntegrationError('currency should be three small letters, such as eur.');
  }
  if (typeof total?.label !== 'string') throw new IntegrationError('total.label should be a string.');
  if (!Number.isInteger(total.amount) || total.amount < 0) {
    throw new IntegrationError('total.amount should be a whole number from 0 up.');
  }
  return options;
}

export class WalletButton extends Emitter {
  readonly #group: ElementGroup;
  readonly #request: PaymentRequest;
  #frame: HTMLIFrameElement | null = null;
  #stopListening = () => {};

  constructor(group: ElementGroup, options: { paymentRequest?: PaymentRequest } = {}) {
    super();
    if (!options.paymentRequest) throw new IntegrationError('A paymentRequest is missing.');
    this.#group = group;
    this.#request = options.paymentRequest;
  }

  mount(target: string | Element): void {
    const node = typeof target === 'string' ? document.querySelector(target) : target;
    const { wallet } = this.#request;
    if (!wallet) throw new IntegrationError('canMakePayment() must resolve to a wallet before the button is mounted.');
    const css = 'display:block;width:100%;height:48px';
    this.#frame = createFrame(`wallet-button?wallet=${wallet}`, 'Secure payment button frame', css);
    node?.replaceChildren(this.#frame);
    this.#stopListening = listen<ButtonEvent>(
      () => this.#frame?.contentWindow,
      ({ event }) => (event === 'click' ? this.#click() : this.emit('ready', {})),
    );
  }

  #click(): void {
    let prevented = false;
    this.emit('click', {
      preventDefault: () => {
        prevented = true;
      },
    });
    if (!prevented) this.#request.show();
  }

  unmount(): void {
    this.#stopListening();
    this.#frame?.remove();
    this.#frame = null;
  }

  destroy(): void {
    this.unmount();
    this.#group.elements.delete('paymentRequestButton');
  }

  update(): void {}
}
