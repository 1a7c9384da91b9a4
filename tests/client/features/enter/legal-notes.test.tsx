/// <reference types="vite/client" />
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LegalNotes } from '../../../../client/src/features/enter/legal-notes.tsx';
import { readWords } from '../../../support/render-client.ts';

test('the sign-in page shows the consent, and with a captcha the notice of its provider', () => {
  const consent = 'By signing in, you agree to the Terms and Privacy Policy';
  expect(readWords(renderToStaticMarkup(<LegalNotes />))).toBe(consent);
  const markup = renderToStaticMarkup(<LegalNotes captcha />);
  expect(readWords(markup)).toContain(`${consent}This site is protected by reCAPTCHA`);
  expect(markup).toContain('href="https://skerry.example/terms/"');
  expect(markup).toContain('href="https://policies.google.com/privacy"');
});
