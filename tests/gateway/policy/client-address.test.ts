import request from 'supertest';
import { expect, test } from 'vitest';
import { findClientAddress, limitedNetwork, rangeMatcher } from '../../../gateway/policy/client-address.ts';
import { buildGuardedApp } from './guarded-app.ts';

const trusted = rangeMatcher(['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.7']);

test.each([
  ['no proxy', '203.0.113.5', undefined, '203.0.113.5'],
  ['a client that makes the header up', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['one trusted proxy', '10.0.0.1', '203.0.113.5', '203.0.113.5'],
  ['a proxy behind a proxy', '10.0.0.1', '203.0.113.5, 192.0.2.7', '203.0.113.5'],
  ['a client that writes before a trusted proxy', '10.0.0.1', '198.51.100.1, 203.0.113.5', '203.0.113.5'],
  ['a client that names a trusted address', '10.0.0.1', '10.0.0.9, 203.0.113.5', '203.0.113.5'],
  ['only trusted addresses', '10.0.0.1', '10.0.0.2', '10.0.0.2'],
  ['nonsense', '10.0.0.1', 'unknown', '10.0.0.1'],
  ['nonsense behind an address', '10.0.0.1', '203.0.113.5, _hidden', '10.0.0.1'],
  ['an empty header', '10.0.0.1', '', '10.0.0.1'],
  ['IPv4 written as IPv6', '::ffff:10.0.0.1', '203.0.113.5', '203.0.113.5'],
  ['IPv4 written as IPv6 by a proxy', '10.0.0.1', '::FFFF:203.0.113.5', '203.0.113.5'],
  ['the same in hexadecimal', '10.0.0.1', '0:0:0:0:0:ffff:cb00:7105', '203.0.113.5'],
  ['an address with a port', '10.0.0.1', '203.0.113.5:4711', '203.0.113.5'],
  ['IPv6 in brackets', '2001:db8:1::1', '[2001:db8:2::5]:443', '2001:db8:2::5'],
  ['IPv6 in brackets without a port', '2001:db8:1::1', '[2001:db8:2::5]', '2001:db8:2::5'],
  ['an address in brackets with more around it', '10.0.0.1', 'x[2001:db8:2::5]', '10.0.0.1'],
  ['an address with a port and more', '10.0.0.1', '203.0.113.5:80x', '10.0.0.1'],
  ['an address and port after something else', '10.0.0.1', 'x203.0.113.5:80', '10.0.0.1'],
  ['an address of long numbers with a port', '10.0.0.1', '203.113.222.235:4711', '203.113.222.235'],
  ['no client', '', undefined, ''],
  ['IPv4 written as IPv6, from outside', '::ffff:203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['another kind of IPv6', '2001:db8:1::1', '64:ff9b::203.0.113.5', '64:ff9b::cb00:7105'],
])('%s', (_, remote, header, expected) => {
  expect(findClientAddress(remote, header, trusted)).toBe(expected);
});

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8:1:2::1', '2001:db8:1:2::'],
  ['fe80::1%eth0', 'fe80::'],
  ['', ''],
  [':', ':'],
  ['not an address: at all', 'not an address: at all'],
])('a limit knows %s as %s', (address, network) => {
  expect(limitedNetwork(address)).toBe(network);
});

test('an address or range matches its own kind only', () => {
  expect(trusted('10.255.255.255')).toBe(true);
  expect(trusted('11.0.0.0')).toBe(false);
  expect(trusted('192.0.2.7')).toBe(true);
  expect(trusted('192.0.2.8')).toBe(false);
  expect(trusted('2001:db8:1:ffff::')).toBe(true);
  expect(trusted('not an address')).toBe(false);
});

test('a forwarded address from outside TRUST_PROXY is ignored and counted', async () => {
  const { app, registry, listen } = await buildGuardedApp();
  app.get('/who', { config: { access: 'public', rate: 'none' } }, async ({ clientAddress }) => clientAddress);
  const { origin } = await listen();
  const response = await request(origin).get('/who').set('X-Forwarded-For', '198.51.100.1').expect(200);
  expect(response.text).toBe('127.0.0.1');
  expect(await registry.getSingleMetricAsString('gateway_forwarded_for_ignored_total')).toMatch(/ 1$/m);
  // One without the header is none.
  await request(origin).get('/who').expect(200);
  expect(await registry.getSingleMetricAsString('gateway_forwarded_for_ignored_total')).toMatch(/ 1$/m);
  await app.close();
});

test('a forwarded address from a trusted proxy is the client', async () => {
  const { app, registry, listen } = await buildGuardedApp({ env: { TRUST_PROXY: '127.0.0.0/8' } });
  app.get('/who', { config: { access: 'public', rate: 'none' } }, async ({ clientAddress }) => clientAddress);
  const { origin } = await listen();
  const response = await request(origin).get('/who').set('X-Forwarded-For', '198.51.100.1, 203.0.113.5').expect(200);
  expect(response.text).toBe('203.0.113.5');
  expect(await registry.getSingleMetricAsString('gateway_forwarded_for_ignored_total')).toMatch(/ 0$/m);
  await app.close();
});

test('without ranges nothing matches', () => {
  expect(rangeMatcher([])('203.0.113.5')).toBe(false);
  expect(rangeMatcher([])('')).toBe(false);
});

test('what a matcher remembers of 10,000 addresses is right', () => {
  const isInside = rangeMatcher(['10.0.0.0/16']);
  for (let round = 0; round < 2; round += 1) {
    for (let index = 0; index < 12_000; index += 1) {
      const address = `10.${index % 2}.${index >> 8}.${index & 255}`;
      if (isInside(address) !== (index % 2 === 0)) expect(address).toBe('judged rightly');
    }
  }
});

test('several headers are one list', async () => {
  const { app } = await buildGuardedApp({ env: { TRUST_PROXY: '127.0.0.0/8' } });
  app.get('/who', { config: { access: 'public', rate: 'none' } }, async ({ clientAddress }) => clientAddress);
  // Node joins them, but some of its versions did not.
  const headers = { host: 'localhost', 'x-forwarded-for': ['198.51.100.1', '203.0.113.5'] };
  expect((await app.inject({ url: '/who', headers })).body).toBe('203.0.113.5');
  await app.close();
});
