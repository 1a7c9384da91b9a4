/// <reference types="vite/client" />
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Entry } from '../../../../client/src/features/router-setup/catalogue.ts';
import { prepareClient, readWords } from '../../../support/render-client.ts';

beforeAll(prepareClient);
afterAll(() => vi.unstubAllGlobals());

const city = (title: string) => ({ clusterId: title, title, host: 'node.example', port: 443 });
const entry = (title: string, cities: readonly string[], premium = false): Entry => ({
  mode: 'COUNTRY_PICKER',
  groupId: 'g',
  shortcutId: title,
  title,
  englishTitle: title,
  countryCode: 'DE',
  icon: null,
  premium,
  cities: cities.map(city),
});

test('the router screens tell protocol, firmware and help', async () => {
  const { RouterIntro } = await import('../../../../client/src/features/router-setup/router-intro.tsx');
  const markup = renderToStaticMarkup(<RouterIntro />);
  expect(readWords(markup)).toContain(
    'Protocol: OpenVPN. Supported firmware: AsusWRT, DD-WRT, OpenWRT, Tomato. How to set up a router',
  );
  expect(markup).toContain('href="https://skerry.example/help/setup/"');
});

test('an entry with several cities says “Select city”, one with a single city is chosen directly', async () => {
  const { LocationList } = await import('../../../../client/src/features/router-setup/location-list.tsx');
  const render = (shown: Entry) =>
    renderToStaticMarkup(<LocationList entries={[shown]} chosen={null} nothing="" onChoose={() => undefined} />);
  const several = render(entry('Germany', ['Berlin', 'Frankfurt']));
  expect(several).toContain('aria-expanded="false"');
  expect(readWords(several)).toBe('GermanySelect city');
  const single = render(entry('Austria', ['Vienna']));
  expect(single).toContain('role="radio"');
  expect(readWords(single)).toBe('Austria');
});

test('a premium entry carries its mark', async () => {
  const { LocationList } = await import('../../../../client/src/features/router-setup/location-list.tsx');
  const entries = [entry('Norway', ['Oslo'], true)];
  expect(
    readWords(
      renderToStaticMarkup(<LocationList entries={entries} chosen={null} nothing="" onChoose={() => undefined} />),
    ),
  ).toContain('Premium');
});
