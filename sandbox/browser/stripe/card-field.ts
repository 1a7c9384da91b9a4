import { Emitter, IntegrationError } from './emitter.ts';
import { createFrame, listen, scriptUrl } from './frames.ts';
import type { FieldCommand, FieldEvent, FieldOptions, FieldType, StoreResult } from './protocol.ts';

const titles: Record<FieldType, string> = {
  cardNumber: 'Secure card number input frame',
  cardExpiry: 'Secure expiration date input frame',
  cardCvc: 'Secure CVC input frame',
};

const classNames = ['base', 'empty', 'complete', 'invalid', 'focus'] as const;

/** The elements of one form. The frames of one group find each other. */
export interface ElementGroup {
  readonly id: string;
  readonly locale: string;
  readonly elements: Map<string, unknown>;
}

/** A card field: an input in a frame, so that the page never sees what is typed. */
export class CardField extends Emitter {
  readonly group: ElementGroup;
  readonly #type: FieldType;
  readonly #options: FieldOptions;
  #node: Element | null = null;
  #frame: HTMLIFrameElement | null = null;
  #wrapper: HTMLElement | null = null;
  #ready = false;
  #queue: FieldCommand[] = [];
  #storing: ((result: StoreResult) => void)[] = [];
  #stopListening = () => {};

  constructor(group: ElementGroup, type: FieldType, options: FieldOptions = {}) {
    super();
    this.group = group;
    this.#type = type;
    this.#options = options;
  }

  get isMounted(): boolean {
    return this.#frame !== null;
  }

  mount(target: string | Element): void {
    const node = typeof target === 'string' ? document.querySelector(target) : target;
    if (!node) throw new IntegrationError(`The selector you specified (${target}) applies to no DOM elements.`);
    if (this.#frame) {
      if (this.#node === node) return;
      throw new IntegrationError('This Element is already mounted. Use unmount() to unmount the Element first.');
    }
    this.#node = node;
    const { style, placeholder, disabled } = this.#options;
    const query = new URLSearchParams({
      type: this.#type,
      group: this.group.id,
      options: JSON.stringify({ style, placeholder, disabled }),
      locale: this.group.locale,
    });
    const size = style?.base?.fontSize ?? '16px';
    const css = `display:block;width:100%;font-size:${size};height:1.5em`;
    this.#frame = createFrame(`card-field?${query}`, titles[this.#type], css);
    this.#wrapper = document.createElement('div');
    this.#wrapper.className = '__PrivateStripeElement';
    this.#wrapper.style.cssText = 'margin:0;padding:0;border:0;display:block;background:transparent;position:relative';
    this.#wrapper.append(this.#frame);
    node.replaceChildren(this.#wrapper);
    this.#toggleClass('base', true);
    this.#toggleClass('empty', true);
    this.#stopListening = listen<FieldEvent>(
      () => this.#frame?.contentWindow,
      (message) => this.#handle(message),
    );
  }

  #toggleClass(name: (typeof classNames)[number], on: boolean): void {
    const fallback = name === 'base' ? 'StripeElement' : `StripeElement--${name}`;
    this.#node?.classList.toggle(this.#options.classes?.[name] || fallback, on);
  }

  #handle(message: FieldEvent): void {
    const elementType = this.#type;
    switch (message.event) {
      case 'ready':
        this.#ready = true;
        for (const command of this.#queue.splice(0)) this.#post(command);
        this.emit('ready', { elementType });
        break;
      case 'change':
        this.#toggleClass('empty', message.state.empty);
        this.#toggleClass('complete', message.state.complete);
        this.#toggleClass('invalid', message.state.error !== undefined);
        this.emit('change', { elementType, ...message.state });
        break;
      case 'focus':
      case 'blur':
        this.#toggleClass('focus', message.event === 'focus');
        this.emit(message.event, { elementType });
        break;
      case 'escape':
        this.emit('escape', { elementType });
        break;
      case 'stored':
        for (const resolve of this.#storing.splice(0)) resolve(message.result);
    }
  }

  #post(command: FieldCommand): void {
    if (this.#ready) this.#frame?.contentWindow?.postMessage(command, scriptUrl.origin);
    else this.#queue.push(command);
  }

  focus(): void {
    this.#frame?.focus();
    this.#post({ command: 'focus' });
  }

  blur(): void {
    this.#post({ command: 'blur' });
  }

  clear(): void {
    this.#post({ command: 'clear' });
  }

  update(options: FieldOptions): void {
    Object.assign(this.#options, options);
    const { style, placeholder, disabled } = options;
    this.#post({ command: 'update', options: { style, placeholder, disabled } as FieldOptions });
  }

  /** Stores the card of all three fields and resolves with the payment method. */
  store(): Promise<StoreResult> {
    return new Promise((resolve) => {
      this.#storing.push(resolve);
      this.#post({ command: 'store' });
    });
  }

  unmount(): void {
    if (!this.#frame) return;
    this.#stopListening();
    for (const name of classNames) this.#toggleClass(name, false);
    this.#wrapper?.remove();
    this.#frame = null;
    this.#node = null;
    this.#ready = false;
  }

  destroy(): void {
    this.unmount();
    this.group.elements.delete(this.#type);
  }
}
