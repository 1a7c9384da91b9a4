/** Part of the card provider's double: the three card fields, each a frame. */
export const fieldsPart = `  const titles = {
    cardNumber: 'Secure card number input frame',
    cardExpiry: 'Secure expiration date input frame',
    cardCvc: 'Secure CVC input frame',
  };

  class Field extends Emitter {
    constructor(elements, type, options = {}) {
      super();
      this.elements = elements;
      this.type = type;
      this.options = options;
      this.asked = [];
      this.ready = false;
      this.queue = [];
    }
    mount(target) {
      const node = typeof target === 'string' ? document.querySelector(target) : target;
      if (!node) throw new IntegrationError('The selector you specified (' + target + ') applies to no DOM elements.');
      if (this.frame) {
        if (this.node === node) return;
        throw new IntegrationError('This Element is already mounted. Use unmount() to unmount the Element first.');
      }
      this.node = node;
      const query = new URLSearchParams({
        type: this.type,
        group: this.elements.group,
        options: JSON.stringify({ style: this.options.style, placeholder: this.options.placeholder, disabled: this.options.disabled }),
        locale: this.elements.options.locale || 'auto',
      });
      const size = (this.options.style && this.options.style.base && this.options.style.base.fontSize) || '16px';
      this.frame = createFrame('field?' + query, titles[this.type], 'display:block;width:100%;font-size:' + size + ';height:1.5em');
      this.wrapper = document.createElement('div');
      this.wrapper.className = '__PrivateStripeElement';
      this.wrapper.style.cssText = 'margin:0;padding:0;border:0;display:block;background:transparent;position:relative';
      this.wrapper.append(this.frame);
      node.replaceChildren(this.wrapper);
      this.mark('base', true);
      this.mark('empty', true);
      this.stop = listen(() => this.frame && this.frame.contentWindow, (data) => this.hear(data));
    }
    className(name) {
      const given = this.options.classes && this.options.classes[name];
      return given || (name === 'base' ? 'StripeElement' : 'StripeElement--' + name);
    }
    mark(name, on) {
      if (this.node) this.node.classList.toggle(this.className(name), on);
    }
    hear(data) {
      if (data.event === 'ready') {
        this.ready = true;
        for (const message of this.queue.splice(0)) this.post(message);
        this.emit('ready', { elementType: this.type });
      } else if (data.event === 'change') {
        this.state = data.state;
        this.mark('empty', data.state.empty);
        this.mark('complete', data.state.complete);
        this.mark('invalid', Boolean(data.state.error));
        this.emit('change', { elementType: this.type, ...data.state });
      } else if (data.event === 'focus' || data.event === 'blur') {
        this.mark('focus', data.event === 'focus');
        this.emit(data.event, { elementType: this.type });
      } else if (data.event === 'escape') {
        this.emit('escape', { elementType: this.type });
      } else if (data.event === 'stored') {
        for (const answer of this.asked.splice(0)) answer(data.result);
      }
    }
    post(message) {
      if (!this.ready) this.queue.push(message);
      else this.frame.contentWindow.postMessage(message, own.origin);
    }
    focus() {
      if (this.frame) this.frame.focus();
      this.post({ command: 'focus' });
    }
    blur() {
      this.post({ command: 'blur' });
    }
    clear() {
      this.post({ command: 'clear' });
    }
    update(options) {
      Object.assign(this.options, options);
      this.post({ command: 'update', options: { style: options.style, placeholder: options.placeholder, disabled: options.disabled } });
    }
    store() {
      return new Promise((resolve) => {
        this.asked.push(resolve);
        this.post({ command: 'store' });
      });
    }
    unmount() {
      if (!this.frame) return;
      this.stop();
      for (const name of ['base', 'empty', 'complete', 'invalid', 'focus']) this.mark(name, false);
      this.wrapper.remove();
      this.frame = this.node = null;
      this.ready = false;
    }
    destroy() {
      this.unmount();
      delete this.elements.made[this.type];
      this.destroyed = true;
    }
  }
`;
