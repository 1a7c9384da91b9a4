import { createFrame, listen, openOverlay, scriptUrl } from './frames.ts';
import type { ChallengeEvent, ControllerEvent, Intent, LookupRequest } from './protocol.ts';

/** The hidden frame that talks to the provider's server, so that the page's connect-src does not have to allow it. */
export class Controller {
  readonly #frame: HTMLIFrameElement;
  readonly #ready: Promise<void>;
  readonly #pending = new Map<number, (intent: Intent | null) => void>();
  #lastId = 0;

  constructor() {
    this.#frame = createFrame('controller', '', 'position:fixed;width:1px;height:1px;opacity:0;pointer-events:none');
    this.#frame.setAttribute('aria-hidden', 'true');
    this.#frame.tabIndex = -1;
    this.#ready = new Promise((resolve) => {
      listen<ControllerEvent>(
        () => this.#frame.contentWindow,
        (message) => {
          if (message.event === 'ready') resolve();
          else this.#pending.get(message.id)?.(message.intent);
        },
      );
    });
    (document.body ?? document.documentElement).append(this.#frame);
  }

  async find(clientSecret: string): Promise<Intent | null> {
    await this.#ready;
    this.#lastId += 1;
    const request: LookupRequest = { id: this.#lastId, clientSecret };
    return new Promise((resolve) => {
      this.#pending.set(request.id, resolve);
      this.#frame.contentWindow?.postMessage(request, scriptUrl.origin);
    });
  }
}

const kinds = {
  setup: { name: 'setupIntent', object: 'setup_intent' },
  payment: { name: 'paymentIntent', object: 'payment_intent' },
} as const;
type Kind = keyof typeof kinds;

export async function retrieve(controller: Controller, kind: Kind, clientSecret: string): Promise<object> {
  const { name, object } = kinds[kind];
  const intent = await controller.find(clientSecret);
  return intent ? { [name]: intent } : missing(object);
}

/** Confirms an intent with the bank's challenge, if there is one. */
export async function confirm(controller: Controller, kind: Kind, clientSecret: string): Promise<object> {
  const { name, object } = kinds[kind];
  const found = await controller.find(clientSecret);
  if (!found) return missing(object);
  if (found.status !== 'requires_action') {
    const message = `This intent cannot be confirmed: its status is ${found.status}.`;
    return invalidRequest(`${object}_unexpected_state`, message, { [object]: found });
  }
  const intent = await openChallenge(clientSecret);
  if (intent.status === 'succeeded') return { [name]: intent };
  // As with the original, a failed and a canceled challenge have the same code; only the status differs.
  const message =
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
  return invalidRequest(`${object}_authentication_failure`, message, { [object]: intent });
}

function openChallenge(clientSecret: string): Promise<Intent> {
  const sheet = openOverlay(`challenge?secret=${encodeURIComponent(clientSecret)}`, 'Confirmation by your bank');
  return new Promise((resolve) => {
    const stop = listen<ChallengeEvent>(sheet.findWindow, ({ intent }) => {
      stop();
      sheet.close();
      resolve(intent);
    });
  });
}

const invalidRequest = (code: string, message: string, more: object = {}) => ({
  error: { type: 'invalid_request_error', code, message, ...more },
});

const missing = (object: string) => invalidRequest('resource_missing', `No such ${object}.`);
