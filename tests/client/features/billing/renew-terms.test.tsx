/// <reference types="vite/client" />
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RenewTerms } from '../../../../client/src/features/billing/renew-dialog.tsx';
import { buildProfile } from '../../../support/build-profile.ts';
import { readWords } from '../../../support/render-client.ts';

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const later =
  /^Your plan continues as before\. The next payment, €24\.99, is due on .*\d{4}; you won’t be charged today\.$/;
const now = /^A new billing period starts today, and you’ll be charged €24\.99 right away\.$/;

test.each<[string, Parameters<typeof buildProfile>[0], RegExp]>([
  ['ends in the future', { subscription: { expiration_date: day(10) } }, later],
  ['ends on its billing date', { subscription: { billing_date: day(10) } }, later],
  // Not “due today” and “not charged today” at once.
  ['ends today', { subscription: { expiration_date: day(0) } }, now],
  ['ends on its billing date, today', { subscription: { billing_date: day(0) } }, now],
  ['has ended, though it is called active', { subscription: { expiration_date: day(-10) } }, now],
  ['is not active', { subscription: { expiration_date: day(-10), hasActiveSubscription: false } }, now],
  ['has expired', { state: 'expired', subscription: { expiration_date: day(10) } }, now],
  ['has no price', { subscription: { expiration_date: day(-10), price: null } }, /^Your plan continues as before\.$/],
])('the renewal of a plan that %s says when it is charged', (_, change, text) => {
  const profile = buildProfile({ state: 'canceled', ...change });
  expect(readWords(renderToStaticMarkup(<RenewTerms profile={profile} />))).toMatch(text);
});
