import { calls } from '#shared/calls.ts';
import { request } from '../../api/request.ts';

/** Leaves for the payment page. Rejects when its address cannot be had, or is none of the web's. */
export async function openPayment(beforeLeaving: () => void): Promise<void> {
  const { link } = await request(calls.paymentLink);
  const { protocol, href } = new URL(link);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('The payment link is no web address');
  beforeLeaving();
  location.assign(href);
}
