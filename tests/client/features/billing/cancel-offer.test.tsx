/// <reference types="vite/client" />
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { CancelOffer } from '../../../../client/src/features/billing/cancel-offer.tsx';
import { buildProfile } from '../../../support/build-profile.ts';
import { readWords } from '../../../support/render-client.ts';

test.each([
  [4, 'Invite friends'],
  // There is no link to send anymore.
  [5, 'Write to us first'],
])('with %i of 5 invites used, the offer for the price is: %s', (referrals_count, text) => {
  const referral = { referral_url: 'https://skerry.example/i/A', referrals_count, referrals_limit: 5 };
  const offer = <CancelOffer profile={buildProfile({ referral })} reason="price" />;
  expect(readWords(renderToStaticMarkup(<MemoryRouter>{offer}</MemoryRouter>))).toContain(text);
});
