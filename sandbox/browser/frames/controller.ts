import type { ControllerEvent, LookupRequest } from '../stripe/protocol.ts';
import { productOrigin } from './product-origin.ts';

/** The hidden frame that reads intents from the provider's server. */
const send = (event: ControllerEvent) => parent.postMessage(event, productOrigin);

addEventListener('message', async ({ source, data }: MessageEvent<LookupRequest>) => {
  if (source !== parent) return;
  const response = await fetch(`intents/${encodeURIComponent(data.clientSecret)}`).catch(() => null);
  send({ event: 'found', id: data.id, intent: response?.ok ? await response.json() : null });
});
send({ event: 'ready' });
