import { expect, test } from 'vitest';
import { readInstallerUrl } from '../../../client/src/app-link/download-installer.ts';

test('the address of the installer is decoded from base64', () => {
  expect(readInstallerUrl(btoa('https://downloads.skerry.example/setup.exe?x=1'))).toBe(
    'https://downloads.skerry.example/setup.exe?x=1',
  );
});

test.each([
  ['a script', btoa('javascript:alert(1)')],
  ['data', btoa('data:text/html,x')],
  ['no address', btoa('setup.exe')],
  ['no base64', '***'],
  ['nothing', ''],
])('%s is rejected, so that the fallback is used', (_, encoded) => {
  expect(() => readInstallerUrl(encoded)).toThrow();
});
