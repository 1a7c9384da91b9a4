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
