/// <reference types="vite/client" />
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildProfile } from '../../../support/build-profile.ts';
import { prepareClient, readWords } from '../../../support/render-client.ts';

beforeAll(prepareClient);
afterAll(() => vi.unstubAllGlobals());

test('the program says what a friend and an inviter get', async () => {
  const { ReferralSection } = await import('../../../../client/src/features/referral/referral-section.tsx');
  const referral = { referral_url: 'https://skerry.example/i/A', referrals_count: 1, referrals_limit: 5 };
  const words = readWords(renderToStaticMarkup(<ReferralSection profile={buildProfile({ referral })} />));
  expect(words).toContain(
    'Friends get 20% off their first payment. You get up to 90% off, or 75 days of free Premium.',
  );
  expect(words).toContain('your discount grows: 20%, 30%, 50%, 70%, 90%.');
});
