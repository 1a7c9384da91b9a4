/// <reference types="vite/client" />
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RouterIntro } from '../../../../client/src/features/router-setup/router-intro.tsx';
import { readWords } from '../../../support/render-client.ts';

test('names protocol and firmware, and links to the guide and to support', () => {
  const markup = renderToStaticMarkup(<RouterIntro />);
  expect(readWords(markup)).toContain(
    'Protocol: OpenVPN. Supported firmware: AsusWRT, DD-WRT, OpenWRT, Tomato. How to set up a router · Contact support',
  );
  expect(markup).toContain('href="https://skerry.example/help/setup/"');
  expect(markup.match(/href=/g)).toHaveLength(2);
});
