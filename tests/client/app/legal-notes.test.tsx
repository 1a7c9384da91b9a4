/// <reference types="vite/client" />
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { prepareClient, readWords } from '../../support/render-client.ts';

beforeAll(prepareClient);
afterAll(() => vi.unstubAllGlobals());

test('the footer has the legal links, support, and the year of the configuration', async () => {
  const { Footer } = await import('../../../client/src/app/layouts/footer.tsx');
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

test('signing in says what it agrees to, and with a captcha whose rules apply', async () => {
  const { LegalNotes } = await import('../../../client/src/features/enter/legal-notes.tsx');
  const consent = 'By signing in, you agree to the Terms and Privacy Policy';
  expect(readWords(renderToStaticMarkup(<LegalNotes />))).toBe(consent);
  const markup = renderToStaticMarkup(<LegalNotes captcha />);
  expect(readWords(markup)).toContain(`${consent}This site is protected by reCAPTCHA`);
  expect(markup).toContain('href="https://skerry.example/terms/"');
  expect(markup).toContain('href="https://policies.google.com/privacy"');
});
