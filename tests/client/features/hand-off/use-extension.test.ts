import { expect, test } from 'vitest';
import { extensionObstacle } from '../../../../client/src/features/hand-off/use-extension.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const edge = `${chrome} Edg/140.0`;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.4 Safari/605.1.15';
const android = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';

test.each([
  [chrome, 'windows', '', null],
  [edge, 'windows', 'skerry.site.main', null],
  [firefox, null, '', 'wrongBrowser'],
  [safari, 'macos', '', 'wrongBrowser'],
  [android, 'android', '', 'notAvailableForMobile'],
  [chrome, 'windows', 'com.skerry.ios', 'notAvailableForMobile'],
  [firefox, null, 'android', 'notAvailableForMobile'],
] as const)('%s on %s with the identity "%s": %s', (userAgent, platform, identity, reason) => {
  expect(extensionObstacle(userAgent, platform, identity)).toBe(reason);
});
