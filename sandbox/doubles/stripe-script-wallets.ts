/** Part of the card provider's double: payment requests, Apple Pay's sheet, Google Pay's popup and the wallets' button. */
export const walletsPart = `  const walletNames = { apple_pay: 'applePay', google_pay: 'googlePay' };

  class PaymentRequest extends Emitter {
    constructor(options) {
      super();
      this.update(options);
      if (!/^[A-Z]{2}$/.test(options.country)) throw new IntegrationError('country should be two capital letters, such as CY.');
    }
    update(options) {
      this.options = { ...this.options, ...options };
      const { currency, total } = this.options;
      if (!/^[a-z]{3}$/.test(currency)) throw new IntegrationError('currency should be three small letters, such as eur.');
      if (!total || typeof total.label !== 'string') throw new IntegrationError('total.label should be a string.');
      if (!Number.isInteger(total.amount) || total.amount < 0) throw new IntegrationError('total.amount should be a whole number from 0 up.');
    }
    pickWallet() {
      if (!this.possible) return null;
      return Object.keys(walletNames).find((wallet) => this.possible[walletNames[wallet]]) || null;
    }
    async canMakePayment() {
      await new Promise((resolve) => setTimeout(resolve, 30));
      const disabled = this.options.disableWallets || [];
      const possible = { applePay: false, googlePay: false, link: false };
      for (const wallet of offered) {
        const name = walletNames[wallet];
        if (name && !disabled.includes(name)) possible[name] = true;
      }
      this.possible = possible.applePay || possible.googlePay ? possible : null;
      return this.possible;
    }
    isShowing() {
      return Boolean(this.sheet);
    }
    show() {
      const wallet = this.pickWallet();
      if (!wallet) throw new IntegrationError('You must first check the Payment Request API support using paymentRequest.canMakePayment() before calling show().');
      if (this.sheet) throw new IntegrationError('show() was called while the payment interface is showing.');
      const query = new URLSearchParams({ wallet, label: this.options.total.label, amount: this.options.total.amount, currency: this.options.currency });
      this.sheet = wallet === 'google_pay' ? openPopup('wallet?' + query) : ask('wallet?' + query, 'Apple Pay');
      if (!this.sheet) return this.dismiss();
      const stop = listen(this.sheet.window, (data) => {
        if (data.event === 'cancel') this.dismiss();
        if (data.event !== 'paymentmethod') return;
        this.emit('paymentmethod', {
          paymentMethod: data.paymentMethod,
          walletName: walletNames[wallet],
          payerName: null,
          payerEmail: null,
          complete: () => this.close(),
        });
      });
      const watch = setInterval(() => this.sheet && this.sheet.gone() && this.dismiss(), 300);
      this.stop = () => {
        stop();
        clearInterval(watch);
      };
    }
    close() {
      if (this.stop) this.stop();
      if (this.sheet) this.sheet.close();
      this.sheet = this.stop = null;
    }
    dismiss() {
      this.close();
      this.emit('cancel');
    }
    abort() {
      this.close();
    }
  }

  function openPopup(path) {
    const popup = window.open(base + path, 'skerryGooglePay', 'popup,width=440,height=600');
    return popup && { window: () => popup, close: () => popup.close(), gone: () => popup.closed };
  }

  class WalletButton extends Emitter {
    constructor(elements, options) {
      super();
      if (!options || !options.paymentRequest) throw new IntegrationError('A paymentRequest is missing.');
      this.elements = elements;
      this.request = options.paymentRequest;
    }
    mount(target) {
      const node = typeof target === 'string' ? document.querySelector(target) : target;
      const wallet = this.request.pickWallet();
      if (!wallet) throw new IntegrationError('canMakePayment() must resolve to a wallet before the button is mounted.');
      this.frame = createFrame('button?wallet=' + wallet, 'Secure payment button frame', 'display:block;width:100%;height:48px');
      node.replaceChildren(this.frame);
      this.stop = listen(() => this.frame && this.frame.contentWindow, (data) => {
        if (data.event === 'ready') this.emit('ready', {});
        if (data.event !== 'click') return;
        let prevented = false;
        this.emit('click', { preventDefault: () => (prevented = true) });
        if (!prevented) this.request.show();
      });
    }
    unmount() {
      if (!this.frame) return;
      this.stop();
      this.frame.remove();
      this.frame = null;
    }
    destroy() {
      this.unmount();
      delete this.elements.made.paymentRequestButton;
    }
    update() {}
  }
`;
