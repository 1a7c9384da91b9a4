import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  compareConfiguration,
  fingerprintConfiguration,
  normalizeConfiguration,
  parseConfiguration,
} from '../../../../client/src/features/router-setup/configuration-file.ts';

const file = `# Skerry VPN, OpenVPN configuration for a router
# Location: Germany, Frankfurt
# Protection: Online Threat Shield, DNS Adblock
client
dev tun
proto tcp-client
remote de-frankfurt.nodes.skerry.example 443
auth-user-pass
dhcp-option DNS 10.255.0.4
<ca>
-----BEGIN CERTIFICATE-----
remote evil.example 1
-----END CERTIFICATE-----
</ca>
`;

const expected = { server: 'de-frankfurt.nodes.skerry.example', port: 443, enhancer: 'adsec' } as const;

test('a file contains server, port, protocol, city, protection and the need for credentials', () => {
  expect(parseConfiguration(file)).toEqual({
    server: 'de-frankfurt.nodes.skerry.example',
    port: 443,
    protocol: 'TCP',
    asksCredentials: true,
    dnsServers: ['10.255.0.4'],
    city: 'Frankfurt',
    enhancer: 'adsec',
    blocks: new Map([['ca', '-----BEGIN CERTIFICATE-----\nremote evil.example 1\n-----END CERTIFICATE-----\n']]),
    longestBlock: 76,
  });
});

test.each([
  ['the port and protocol in the remote line', 'remote node.example 1195 udp', { port: 1195, protocol: 'UDP' }],
  ['the port on a separate line', 'remote node.example\nport 1194', { port: 1194 }],
  ['no protocol, so UDP', 'remote node.example 1194', { protocol: 'UDP' }],
  ['tcp4', 'proto tcp4\nremote node.example 443', { protocol: 'TCP' }],
  ['an unknown protocol', 'proto carrier-pigeon', { protocol: null }],
  ['a commented option', '#auth-user-pass\n;remote node.example 1', { asksCredentials: false, server: null }],
  [
    'carriage returns',
    'proto tcp\r\nremote node.example 443\r\n',
    { server: 'node.example', port: 443, protocol: 'TCP' },
  ],
  ['nothing', '', { server: null, port: null, enhancer: null, city: null, longestBlock: 0 }],
])('parses a file with %s', (_, text, content) => {
  expect(parseConfiguration(text)).toMatchObject(content);
});

test.each([
  ['nothing', (text: string) => text, []],
  ['the server', (text: string) => text.replace('de-frankfurt', 'fr-paris'), ['server']],
  ['the port', (text: string) => text.replace(' 443', ' 444'), ['port']],
  ['the protocol', (text: string) => text.replace('tcp-client', 'udp'), ['protocol']],
  ['missing credentials', (text: string) => text.replace('auth-user-pass\n', ''), ['credentials']],
  ['another protection', (text: string) => text.replace(', DNS Adblock', ''), ['protection']],
  ['a protection without name servers', (text: string) => text.replace(/dhcp-option.*\n/, ''), ['protection']],
  ['no remarks, which contradict nothing', (text: string) => text.replace(/^#.*\n/gm, ''), []],
  ['everything, for an empty file', () => '', ['server', 'port', 'protocol', 'credentials', 'protection']],
] as const)('the comparison reports %s', (_, change, differences) => {
  expect(compareConfiguration(parseConfiguration(change(file)), expected)).toEqual(differences);
});

test.each([
  ['one\r\ntwo\r\n', 'one\ntwo\n'],
  ['one\rtwo', 'one\ntwo\n'],
  ['\uFEFFone\n', 'one\n'],
  ['one\n\n\n', 'one\n'],
  ['one', 'one\n'],
])('normalizes %j to %j', (text, normal) => {
  expect(normalizeConfiguration(text)).toBe(normal);
  expect(normalizeConfiguration(normal)).toBe(normal);
});

test('the fingerprint equals the output of sha256sum', async () => {
  expect(await fingerprintConfiguration(file)).toBe(createHash('sha256').update(file).digest('hex'));
});
