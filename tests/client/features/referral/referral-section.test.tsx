/// <reference types="vite/client" />
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ReferralSection } from '../../../../client/src/features/referral/referral-section.tsx';
import { buildProfile } from '../../../support/build-profile.ts';
import { readWords } from '../../../support/render-client.ts';

test('the section names the discounts of friend and inviter', () => {
  const referral = { referral_url: 'https://skerry.example/i/A', referrals_count: 1, referrals_limit: 5 };
  const words = readWords(renderToStaticMarkup(<ReferralSection profile={buildProfile({ referral })} />));
  expect(words).toContain(
    'Friends get 20% off their first payment. You get up to 90% off, or 75 days of free Premium.',
  );
  expect(words).toContain('your discount grows: 20%, 30%, 50%, 70%, 90%.');
});

test.each([null, { referral_url: '', referrals_count: 0, referrals_limit: 0 }])(
  'without a link and invites the section says that the link is not ready: %j',
  (referral) => {
    const words = readWords(renderToStaticMarkup(<ReferralSection profile={buildProfile({ referral })} />));
    expect(words).toContain('Your referral link isn’t ready yet.');
    expect(words).not.toMatch(/invites? available|used all|Your discount/);
  },
);

const wordsOf = (change: Parameters<typeof buildProfile>[0], referrals_count: number, referrals_limit = 5) => {
  const referral = { referral_url: 'https://skerry.example/i/A', referrals_count, referrals_limit };
  return readWords(renderToStaticMarkup(<ReferralSection profile={buildProfile({ ...change, referral })} />));
};

test.each(['trial', 'canceled', 'grace_period', 'billing_retry_period', 'expired'] as const)(
  'in state %s with all invites used the section shows the discount and does not ask for more friends',
  (state) => {
    for (const [limit, percent] of [
      [5, '90%'],
      [3, '50%'],
    ] as const) {
      const words = wordsOf({ state }, limit, limit);
      expect(words).toContain(`Your discount now: ${percent}`);
      expect(words).toContain(`You’ve used all ${limit} invites`);
      expect(words).not.toMatch(/Copy link|Your referral link|How program works|discount grows|Friends get/);
    }
  },
);

test.each([
  ['active', 'The discount applies to your next payment.'],
  ['trial', 'The discount applies to your next payment.'],
  // Nothing is charged anymore.
  ['canceled', 'The discount is applied when you choose a plan.'],
  ['expired', 'The discount is applied when you choose a plan.'],
] as const)('in state %s the section says how the discount is applied: %s', (state, text) => {
  expect(wordsOf({ state }, 2)).toContain(text);
});
