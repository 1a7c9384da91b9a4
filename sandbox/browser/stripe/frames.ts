/** The URL of this script, read while it runs; the same origin serves the frames. */
export const scriptUrl = new URL((document.currentScript as HTMLScriptElement).src);
const framesUrl = `${scriptUrl.origin}/doubles/stripe/`;

let frameCount = 0;

export function createFrame(path: string, title: string, css: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = title;
  frameCount += 1;
  frame.name = `__privateStripeFrame${frameCount}`;
  frame.src = framesUrl + path;
  frame.style.cssText = `border:0;color-scheme:light only;${css}`;
  return frame;
}

/** Handles the messages of one frame or popup. @returns a function that stops it */
export function listen<Message>(
  findSender: () => Window | null | undefined,
  handle: (message: Message) => void,
): () => void {
  const onMessage = (event: MessageEvent<Message>) => {
    if (event.origin === scriptUrl.origin && event.source === findSender()) handle(event.data);
  };
  addEventListener('message', onMessage);
  return () => removeEventListener('message', onMessage);
}

/** A page of the card provider on top of the product's page: an overlay or a popup. */
export interface Sheet {
  readonly findWindow: () => Window | null;
  readonly close: () => void;
  readonly isClosed: () => boolean;
}

export function openOverlay(path: string, title: string): Sheet {
  const frame = createFrame(path, title, 'position:fixed;inset:0;width:100%;height:100%;z-index:2147483647');
  document.body.append(frame);
  frame.focus();
  return {
    findWindow: () => frame.contentWindow,
    close: () => frame.remove(),
    isClosed: () => !frame.isConnected,
  };
}

export function openPopup(path: string): Sheet | null {
  const popup = window.open(framesUrl + path, 'skerryGooglePay', 'popup,width=440,height=600');
  return popup && { findWindow: () => popup, close: () => popup.close(), isClosed: () => popup.closed };
}
