/// <reference types="vite/client" />
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Footer } from '../../../../client/src/app/layouts/footer.tsx';
import { readWords } from '../../../support/render-client.ts';

test('the footer has the legal links, support, and the configured year', () => {
  const markup = renderToStaticMarkup(<Footer />);
  for (const link of [
    '<a href="https://skerry.example/privacy/">Privacy Policy</a>',
    '<a href="https://skerry.example/terms/">Terms &amp; Conditions</a>',
    '<a href="https://skerry.example/support/">Support</a>',
  ]) {
    expect(markup).toContain(link);
  }
  expect(readWords(markup)).toContain('© 2025 Skerry VPN');
});
