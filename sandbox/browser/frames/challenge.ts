import type { ChallengeEvent } from '../stripe/protocol.ts';
import { acceptInput } from './accept-input.ts';
import { productOrigin } from './product-origin.ts';

/** The bank's challenge: the customer completes, fails or cancels it. */
const secret = new URLSearchParams(location.search).get('secret') ?? '';

async function finish(result: string): Promise<void> {
  const response = await fetch(`intents/${encodeURIComponent(secret)}/challenge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ result }),
  });
  const message: ChallengeEvent = { event: 'finished', intent: await response.json() };
  parent.postMessage(message, productOrigin);
}

for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => finish(button.value));
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') void finish('cancel');
});
document.body.className = 'overlay';
acceptInput();
document.querySelector('button')?.focus();
