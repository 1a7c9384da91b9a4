import type { PaymentMethod, WalletEvent } from '../stripe/protocol.ts';
import { acceptInput } from './accept-input.ts';
import { productOrigin } from './product-origin.ts';

/** A wallet's sheet: an overlay for Apple Pay, a popup for Google Pay. */
const query = new URLSearchParams(location.search);
const wallet = query.get('wallet');
const isOverlay = !opener && parent !== window;
const product: Window | null = opener ?? (isOverlay ? parent : null);
const send = (event: WalletEvent) => product?.postMessage(event, productOrigin);

const heading = document.querySelector('h1');
const details = document.querySelector('p');
const buttons = document.querySelectorAll('button');

document.title = wallet === 'apple_pay' ? 'Apple Pay' : 'Google Pay';
document.body.classList.toggle('overlay', isOverlay);
const amount = (Number(query.get('amount')) / 100).toFixed(2);
if (heading) heading.textContent = document.title;
describe(`${query.get('label')}: ${amount} ${query.get('currency')?.toUpperCase()}. The sandbox simulates the wallet.`);

function describe(text: string): void {
  if (details) details.textContent = text;
}

async function pay(bank: string): Promise<void> {
  const response = await fetch('payment-methods', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ wallet, bank }),
  });
  describe('Processing…');
  for (const button of buttons) button.disabled = true;
  const { paymentMethod }: { paymentMethod: PaymentMethod } = await response.json();
  send({ event: 'paymentmethod', paymentMethod });
}

function cancel(): void {
  send({ event: 'cancel' });
  if (opener) close();
}

for (const button of buttons) {
  button.addEventListener('click', () => (button.value === 'cancel' ? cancel() : pay(button.value)));
}
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') cancel();
});
acceptInput();
buttons[0]?.focus();
