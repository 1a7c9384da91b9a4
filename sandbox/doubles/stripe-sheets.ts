import { framePage } from './frame-page.ts';

const sheetStyle = `html,body{margin:0;min-height:100%;font:16px/1.5 system-ui,sans-serif;color:#10222a}
body{display:grid;place-items:center;min-height:100vh;padding:16px}
.over{background:rgb(9 24 30 / .56)}
main{background:#fff;border-radius:16px;padding:24px;max-width:26rem;width:100%;display:grid;gap:12px;box-shadow:0 24px 56px -12px rgb(13 33 41 / .32)}
h1{font-size:1.375rem;margin:0}p{margin:0;color:#41545c}
button{font:inherit;font-weight:600;min-height:3rem;border-radius:8px;border:1px solid #b3c1c7;background:#fff;color:#10222a;cursor:pointer}
button.primary{background:#0b5f66;border-color:#0b5f66;color:#fff}:focus-visible{outline:3px solid #0b5f66;outline-offset:2px}`;

/** The bank's question: yes, no, or left unanswered. */
export const challengePage = (productOrigin: string): string =>
  framePage(
    'Confirmation by your bank',
    `${sheetStyle}body{background:rgb(9 24 30 / .56)}`,
    `<main><h1>Confirmation by your bank</h1><p>The sandbox plays the bank. Is it you who wants to use this card?</p>
<button class="primary" value="complete">Complete</button><button value="fail">Fail</button><button value="cancel">Cancel</button></main>`,
    `
const secret = new URLSearchParams(location.search).get('secret');
async function answer(value) {
  const body = JSON.stringify({ answer: value });
  const response = await fetch('intents/' + encodeURIComponent(secret) + '/answer', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  parent.postMessage({ event: 'answered', intent: await response.json() }, PRODUCT);
}
for (const button of document.querySelectorAll('button')) button.onclick = () => answer(button.value);
addEventListener('keydown', (event) => event.key === 'Escape' && answer('cancel'));
document.querySelector('button').focus();
`,
    productOrigin,
  );

/** A wallet's sheet: in a frame for Apple Pay, whose sheet belongs to the browser, in a popup for Google Pay. */
export const walletPage = (productOrigin: string): string =>
  framePage(
    'Wallet',
    sheetStyle,
    `<main><h1></h1><p class="sum"></p>
<button class="primary" value="accepts">Pay with Visa 1111</button><button value="asks">Pay with a card that asks the bank</button>
<button value="declines">Pay with a card that is declined</button><button value="cancel">Cancel</button></main>`,
    `
const query = new URLSearchParams(location.search);
const wallet = query.get('wallet');
const owner = opener || (parent === window ? null : parent);
const send = (message) => owner && owner.postMessage(message, PRODUCT);
document.title = wallet === 'apple_pay' ? 'Apple Pay' : 'Google Pay';
document.body.classList.toggle('over', !opener && parent !== window);
document.querySelector('h1').textContent = document.title;
document.querySelector('.sum').textContent = query.get('label') + ': ' + (Number(query.get('amount')) / 100).toFixed(2) + ' ' + query.get('currency').toUpperCase() + '. The sandbox plays the wallet.';
async function pay(bank) {
  const response = await fetch('payment-methods', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ wallet, bank }) });
  document.querySelector('.sum').textContent = 'Processing…';
  for (const button of document.querySelectorAll('button')) button.disabled = true;
  send({ event: 'paymentmethod', paymentMethod: (await response.json()).paymentMethod });
}
function cancel() {
  send({ event: 'cancel' });
  if (opener) close();
}
for (const button of document.querySelectorAll('button')) button.onclick = () => (button.value === 'cancel' ? cancel() : pay(button.value));
addEventListener('keydown', (event) => event.key === 'Escape' && cancel());
document.querySelector('button').focus();
`,
    productOrigin,
  );

/** The wallet's own button. */
export const walletButtonPage = (productOrigin: string): string =>
  framePage(
    'Payment button',
    'html,body{margin:0;height:100%}button{width:100%;height:100%;border:0;border-radius:8px;background:#000;color:#fff;font:600 16px system-ui,sans-serif;cursor:pointer}',
    '<button></button>',
    `
const button = document.querySelector('button');
button.textContent = new URLSearchParams(location.search).get('wallet') === 'apple_pay' ? 'Apple Pay' : 'Google Pay';
button.onclick = () => parent.postMessage({ event: 'click' }, PRODUCT);
parent.postMessage({ event: 'ready' }, PRODUCT);
`,
    productOrigin,
  );

/** The hidden frame that asks the server about an intent. */
export const controllerPage = (productOrigin: string): string =>
  framePage(
    'Controller',
    '',
    '',
    `
addEventListener('message', async ({ source, data }) => {
  if (source !== parent) return;
  const response = await fetch('intents/' + encodeURIComponent(data.clientSecret)).catch(() => null);
  parent.postMessage({ id: data.id, result: response && response.ok ? await response.json() : null }, PRODUCT);
});
parent.postMessage({ event: 'ready' }, PRODUCT);
`,
    productOrigin,
  );
