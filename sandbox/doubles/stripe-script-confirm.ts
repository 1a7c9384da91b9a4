/** Part of the card provider's double: the bank's question and the hidden frame behind it. */
export const confirmPart = `  /** The hidden frame through which the script talks to its server, so that the page's connect-src need not name it. */
  class Controller {
    constructor() {
      this.frame = createFrame('controller', '', 'position:fixed;width:1px;height:1px;opacity:0;pointer-events:none');
      this.frame.setAttribute('aria-hidden', 'true');
      this.frame.tabIndex = -1;
      this.answers = new Map();
      this.ready = new Promise((resolve) => {
        listen(() => this.frame.contentWindow, (data) => {
          if (data.event === 'ready') resolve();
          else this.answers.get(data.id)?.(data.result);
        });
      });
      (document.body || document.documentElement).append(this.frame);
    }
    async find(clientSecret) {
      await this.ready;
      const id = ++lastId;
      return new Promise((resolve) => {
        this.answers.set(id, resolve);
        this.frame.contentWindow.postMessage({ id, clientSecret }, own.origin);
      });
    }
  }

  const kinds = {
    setup: { name: 'setupIntent', object: 'setup_intent' },
    payment: { name: 'paymentIntent', object: 'payment_intent' },
  };

  async function confirm(controller, kind, clientSecret) {
    const { name, object } = kinds[kind];
    const found = await controller.find(clientSecret);
    if (!found) return { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such ' + object + '.' } };
    if (found.status !== 'requires_action') {
      return { error: { type: 'invalid_request_error', code: object + '_unexpected_state', message: 'This intent cannot be confirmed: its status is ' + found.status + '.', [object]: found } };
    }
    const sheet = ask('challenge?secret=' + encodeURIComponent(clientSecret), 'Confirmation by your bank');
    const intent = await new Promise((resolve) => {
      const stop = listen(sheet.window, (data) => {
        if (data.event !== 'answered') return;
        stop();
        resolve(data.intent);
      });
    });
    sheet.close();
    if (intent.status === 'succeeded') return { [name]: intent };
    // Leaving the question open and failing it have the same code, as with the original; the status tells them apart.
    return {
      error: {
        type: 'invalid_request_error',
        code: object + '_authentication_failure',
        message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
        [object]: intent,
      },
    };
  }
`;
