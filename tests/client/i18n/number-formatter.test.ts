import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { i18nOptions, numberFormatter } from '../../../client/src/i18n/i18n-options.ts';

test.each([
  ['en', '3,499'],
  ['de', '3.499'],
  ['fr', '3\u202f499'],
  ['uk', '3\u00a0499'],
])('formats a number in a text in %s as %s', async (lng, written) => {
  const i18n = createInstance().use(numberFormatter);
  const translation = { 'routers.longCertificate': 'up to {{limit}}', 'routers.portNumber': 'port {{port}}' };
  await i18n.init({ ...i18nOptions, lng, resources: { [lng]: { translation } } });
  expect(i18n.t('routers.longCertificate', { limit: 3499 })).toBe(`up to ${written}`);
  expect(i18n.t('routers.portNumber', { port: '1194' })).toBe('port 1194');
});
