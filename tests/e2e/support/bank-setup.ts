import { expect, type Page } from '@playwright/test';
import type { ProcessStack } from '../../support/built-stack.ts';

interface Setup {
  readonly id: string;
  readonly secret: string;
}

/** A card that the bank wants to confirm, as the payment dialog prepares it. */
export async function prepareSetup(page: Page, stack: ProcessStack, result: 'complete' | 'fail'): Promise<Setup> {
  const post = async (url: string, data: object) => {
    const response = await page.request.post(url, {
      data,
      headers: { origin: stack.origin, 'sec-fetch-site': 'same-origin' },
    });
    expect(response.ok(), `${url}: ${response.status()}`).toBe(true);
    return response.json();
  };
  const doubles = `${stack.sandboxOrigin}/doubles/stripe`;
  const { paymentMethod } = await post(`${doubles}/payment-methods`, { number: '4000002500003155', expiry: '1230' });
  const setup = await post(`${stack.origin}/web/v1/store/stripe/payment-setup-intent/create`, {
    stripe_payment_method_id: paymentMethod.id,
    product_id: 'binge-1m',
    recaptcha_token: '',
    recaptcha_site_key: '',
  });
  const secret = setup.stripe_payment_setup_intent_client_secret;
  await post(`${doubles}/intents/${secret}/challenge`, { result });
  return { id: setup.stripe_payment_setup_intent_id, secret };
}

/** The address that the bank redirects to. */
export const returnPath = ({ id, secret }: Setup, status: string): string =>
  `/profile?${new URLSearchParams({ setup_intent: id, setup_intent_client_secret: secret, redirect_status: status })}`;
