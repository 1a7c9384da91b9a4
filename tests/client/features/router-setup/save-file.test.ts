import { expect, test } from 'vitest';
import { fileName, newFileName } from '../../../../client/src/features/router-setup/save-file.ts';

test.each([
  ['Router 1', 'Router_1_config.ovpn', 'Router 1_config.ovpn'],
  ['Summer house', 'Summer_house_config.ovpn', 'Summer house_config.ovpn'],
  ['Gästehaus', 'Gästehaus_config.ovpn', 'Gästehaus_config.ovpn'],
  ['Літній дім', 'Літній_дім_config.ovpn', 'Літній дім_config.ovpn'],
  ['リビング 2', 'リビング_2_config.ovpn', 'リビング 2_config.ovpn'],
  ['Cafe\u0301', 'Café_config.ovpn', 'Café_config.ovpn'],
  ['Home 🏠 1', 'Home_1_config.ovpn', 'Home 1_config.ovpn'],
  ['Home ❤️ 1️⃣', 'Home_1_config.ovpn', 'Home 1_config.ovpn'],
  ['../../etc/passwd', 'etcpasswd_config.ovpn', 'etcpasswd_config.ovpn'],
  ['a"b\\c:d*e?f<g>h|i\u0000\u202e', 'abcdefghi_config.ovpn', 'abcdefghi_config.ovpn'],
  ['🛰️'.repeat(25), 'router_config.ovpn', 'router_config.ovpn'],
] as const)('the file of %s is named %s when new and %s later', (name, created, later) => {
  expect(newFileName(name)).toBe(created);
  expect(fileName(name)).toBe(later);
});
