import type { ButtonEvent } from '../stripe/protocol.ts';
import { acceptInput } from './accept-input.ts';
import { productOrigin } from './product-origin.ts';

/** The wallet's own button. */
const send = (event: ButtonEvent) => parent.postMessage(event, productOrigin);

const button = document.querySelector('button');
if (button) {
  const wallet = new URLSearchParams(location.search).get('wallet');
  button.textContent = wallet === 'apple_pay' ? 'Apple Pay' : 'Google Pay';
  button.addEventListener('click', () => send({ event: 'click' }));
}
acceptInput();
send({ event: 'ready' });
