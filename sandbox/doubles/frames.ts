import type { BrowserAsset } from '../browser-assets.ts';
import { type Html, html } from '../console/html.ts';

interface Frame {
  readonly title: string;
  readonly style?: BrowserAsset;
  readonly script?: BrowserAsset;
  readonly body?: Html;
}

/** The pages that the card provider's script opens in frames and popups. */
export const stripeFrames: Readonly<Record<string, Frame>> = {
  controller: { title: 'Controller', script: 'frames/controller.js' },
  'card-field': {
    title: 'Card field',
    style: 'frames/card-field.css',
    script: 'frames/card-field.js',
    body: html`<input>`,
  },
  challenge: {
    title: 'Confirmation by your bank',
    style: 'frames/sheet.css',
    script: 'frames/challenge.js',
    body: html`<main><h1>Confirmation by your bank</h1>
<p>The sandbox simulates the bank. Are you using this card?</p>
<button class="primary" value="complete">Complete</button><button value="fail">Fail</button>
<button value="cancel">Cancel</button></main>`,
  },
  wallet: {
    title: 'Wallet',
    style: 'frames/sheet.css',
    script: 'frames/wallet.js',
    body: html`<main><h1></h1><p></p>
<button class="primary" value="approves">Pay with Visa 1111</button>
<button value="challenges">Pay with a card that the bank challenges</button>
<button value="declines">Pay with a card that is declined</button>
<button value="cancel">Cancel</button></main>`,
  },
  'wallet-button': {
    title: 'Payment button',
    style: 'frames/wallet-button.css',
    script: 'frames/wallet-button.js',
    body: html`<button></button>`,
  },
};

export const captchaBadge: Frame = {
  title: 'reCAPTCHA',
  style: 'captcha-badge.css',
  body: html`<div>sandbox<br>captcha</div>`,
};

/** Renders a frame. Its script exchanges messages with the product's origin only. */
export const renderFrame = ({ title, style, script, body }: Frame, productOrigin: string): string =>
  html`<!doctype html>
<html lang="en" data-product-origin="${productOrigin}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${style && html`<link rel="stylesheet" href="/browser/${style}">`}</head>
<body${body && script && html` inert`}>${body}${script && html`<script src="/browser/${script}"></script>`}</body></html>
`.text;
