/// <reference types="vite/client" />
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { BillingArea } from '../../../client/src/app/billing-area.tsx';
import { DevicesArea } from '../../../client/src/app/devices-area.tsx';
import { sectionsOf } from '../../../client/src/app/sections.tsx';
import { AccountSection } from '../../../client/src/features/account/account-section.tsx';
import { CancelOffer } from '../../../client/src/features/billing/cancel-offer.tsx';
import { ReferralSection } from '../../../client/src/features/referral/referral-section.tsx';
import { normalizeProfileResponse } from '../../../client/src/profile/normalize-profile.ts';
import { fromRoot } from '../../../scripts/root.ts';
import { alteredProfile, anyPlan, sandboxProfiles } from '../../support/altered-profile.ts';
import { isBrokenLink } from '../../support/broken-links.ts';
import { findContradictions } from '../../support/contradictions.ts';

const keys = new Set(
  Object.keys(JSON.parse(readFileSync(fromRoot('locales/en.json'), 'utf8'))).flatMap((key) => [
    key,
    key.replace(/_(one|other)$/, ''),
  ]),
);

const unspecific = /\b(undefined|NaN|null|Infinity|Invalid Date)\b|\[object|\{\{/;

/** Renders every section that the account has, and what a subscriber is offered before canceling. */
function renderSections(response: unknown): Record<string, string> {
  const { profile } = normalizeProfileResponse(response);
  const none = { successUrl: null, onIpad: false };
  const sections = {
    ACCOUNT: <AccountSection profile={profile} />,
    BILLING: <BillingArea profile={profile} citizenship={none} />,
    DEVICES: <DevicesArea profile={profile} />,
    REFERAL: <ReferralSection profile={profile} />,
  };
  const render = (part: ReactNode) => renderToStaticMarkup(<MemoryRouter>{part}</MemoryRouter>);
  const rendered: Record<string, string> = Object.fromEntries(
    sectionsOf(profile, 'anonymous.skerry.example').map((section) => [section, render(sections[section])]),
  );
  if (rendered.BILLING?.includes('Cancel subscription'))
    rendered.CANCEL = render(<CancelOffer profile={profile} reason="price" />);
  return rendered;
}

/** A text that one of the others must accompany, or must not. */
const companions: readonly (readonly [text: RegExp, needs: RegExp])[] = [
  [/You can cancel (any time|at any time|it and keep)|Cancel before then/, /Cancel subscription/],
  [/You can change or cancel it there/, /Cancel subscription|Manage subscription/],
  [/Renew the subscription to/, /Renew subscription/],
  [/Choose a plan to use/, /See plans/],
  [/change it to other/, /Change payment method/],
];

function checkMarkup(response: unknown): void {
  const sections = renderSections(response);
  for (const [section, rendered] of Object.entries(sections)) {
    const markup = rendered.replaceAll('odd-null@example.com', '');
    expect(unspecific.exec(markup)?.[0], section).toBeUndefined();
    const raw = (markup.match(/\b[a-z][A-Za-z]+\.[A-Za-z][\w.]*/g) ?? []).filter((word) => keys.has(word));
    expect(raw, `raw keys in ${section}`).toEqual([]);
    const alone = companions.filter(([text, needs]) => text.test(markup) && !needs.test(markup));
    expect(alone, `texts without their action in ${section}`).toEqual([]);
    const links = [...markup.matchAll(/<a\b[^>]*>/g)].map(([link]) => /href="([^"]*)"/.exec(link)?.[1] ?? null);
    const broken = links.filter((href) => isBrokenLink(href, 'https://account.skerry.example/profile'));
    expect(broken, `links that lead nowhere in ${section}`).toEqual([]);
  }
  expect(findContradictions(Object.values(sections)), 'contradictions').toEqual([]);
}

test.each([...sandboxProfiles])('the sections of %s are complete and never contradict each other', (_, profile) => {
  checkMarkup({ profile });
});

// The same profiles in each run, so that a failure can be repeated. A busy machine checks fewer.
const limits = { seed: Number(process.env.FUZZ_SEED || 20_261_120), numRuns: 500, interruptAfterTimeLimit: 20_000 };

test('the sections of one account never contradict each other with any plan', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(anyPlan, (profile) => checkMarkup({ profile })),
    limits,
  );
});

test('absent, null and unknown members never break a section', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(alteredProfile, (profile) => checkMarkup({ profile })),
    limits,
  );
});
