import request from 'supertest';
import { expect, test } from 'vitest';
import { calls } from '#shared/calls.ts';
import { clientNetwork } from '../../../gateway/http/client-network.ts';
import { findClientAddress, rangeMatcher } from '../../../gateway/policy/client-address.ts';
import { startGatewayAndUpstream } from '../../support/gateway.ts';
import { heapBytes, megabyte } from '../../support/heap-bytes.ts';
import { sendRequest } from '../../support/send-request.ts';
import { buildGuardedApp } from './guarded-app.ts';

const trusted = rangeMatcher(['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.7']);

test.each([
  ['no proxy', '203.0.113.5', undefined, '203.0.113.5'],
  ['no proxy, with a forged header', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['one trusted proxy', '10.0.0.1', '203.0.113.5', '203.0.113.5'],
  ['two trusted proxies', '10.0.0.1', '203.0.113.5, 192.0.2.7', '203.0.113.5'],
  ['a trusted proxy that appends to a forged header', '10.0.0.1', '198.51.100.1, 203.0.113.5', '203.0.113.5'],
  ['a trusted proxy, with a trusted address in the forged header', '10.0.0.1', '10.0.0.9, 203.0.113.5', '203.0.113.5'],
  ['only trusted addresses', '10.0.0.1', '10.0.0.2', '10.0.0.2'],
  ['more trusted addresses than there are proxies', '10.0.0.1', `203.0.113.5${', 10.0.0.2'.repeat(32)}`, '10.0.0.2'],
  ['as many trusted addresses as there may be', '10.0.0.1', `203.0.113.5${', 10.0.0.2'.repeat(31)}`, '203.0.113.5'],
  ['only a trusted address that begins with another', '10.0.0.1', '10.0.0.12', '10.0.0.12'],
  ['a trusted proxy, with an invalid header', '10.0.0.1', 'unknown', '10.0.0.1'],
  ['a trusted proxy, with an invalid last address', '10.0.0.1', '203.0.113.5, _hidden', '10.0.0.1'],
  ['an empty header', '10.0.0.1', '', '10.0.0.1'],
  ['a trusted proxy with an IPv4-mapped IPv6 address', '::ffff:10.0.0.1', '203.0.113.5', '203.0.113.5'],
  ['a proxy that sends an IPv4-mapped IPv6 address', '10.0.0.1', '::FFFF:203.0.113.5', '203.0.113.5'],
  [
    'a proxy that sends an IPv4-mapped IPv6 address in hexadecimal',
    '10.0.0.1',
    '0:0:0:0:0:ffff:cb00:7105',
    '203.0.113.5',
  ],
  ['a proxy that sends an address with a port', '10.0.0.1', '203.0.113.5:4711', '203.0.113.5'],
  ['a proxy that sends IPv6 in brackets with a port', '2001:db8:1::1', '[2001:db8:2::5]:443', '2001:db8:2::5'],
  ['a proxy that sends IPv6 in brackets', '2001:db8:1::1', '[2001:db8:2::5]', '2001:db8:2::5'],
  ['a proxy that sends text around the brackets', '10.0.0.1', 'x[2001:db8:2::5]', '10.0.0.1'],
  ['a proxy that sends text after the port', '10.0.0.1', '203.0.113.5:80x', '10.0.0.1'],
  ['a proxy that sends text before the address', '10.0.0.1', 'x203.0.113.5:80', '10.0.0.1'],
  ['a proxy that sends an address of 15 characters with a port', '10.0.0.1', '203.113.222.235:4711', '203.113.222.235'],
  ['a proxy that sends an address with a zone', '2001:db8:1::1', '2001:db8:1::2%eth0', '2001:db8:1::1'],
  ['a closed connection', '', undefined, ''],
  ['no proxy, with an IPv4-mapped IPv6 address', '::ffff:203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['a proxy that sends a NAT64 address', '2001:db8:1::1', '64:ff9b::203.0.113.5', '64:ff9b::cb00:7105'],
])('finds the client address: %s', (_, remote, header, expected) => {
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
])('limits count %s as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test('an address or range matches only its own IP version', () => {
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
  // A request without the header is not counted.
  await request(origin).get('/who').expect(200);
  expect(await registry.getSingleMetricAsString('gateway_forwarded_for_ignored_total')).toMatch(/ 1$/m);
  await app.close();
});

test('a forwarded address from a trusted proxy is the client address', async () => {
  const { app, registry, listen } = await buildGuardedApp({ env: { TRUST_PROXY: '127.0.0.0/8' } });
  app.get('/who', { config: { access: 'public', rate: 'none' } }, async ({ clientAddress }) => clientAddress);
  const { origin } = await listen();
  const response = await request(origin).get('/who').set('X-Forwarded-For', '198.51.100.1, 203.0.113.5').expect(200);
  expect(response.text).toBe('203.0.113.5');
  for (const counter of ['gateway_forwarded_for_ignored_total', 'gateway_hidden_clients_total'])
    expect(await registry.getSingleMetricAsString(counter)).toMatch(/ 0$/m);
  // Behind a load balancer that replaces the client's address by its own.
  expect((await request(origin).get('/who').set('X-Forwarded-For', '127.0.0.9').expect(200)).text).toBe('127.0.0.9');
  expect(await registry.getSingleMetricAsString('gateway_hidden_clients_total')).toMatch(/ 1$/m);
  expect(await registry.getSingleMetricAsString('gateway_forwarded_for_ignored_total')).toMatch(/ 0$/m);
  await app.close();
});

test.each([
  ['', '127.0.0.1'],
  ['127.0.0.1', '203.0.113.5'],
])('with TRUST_PROXY %j the upstream gets the address %s', async (trusted, address) => {
  const { upstream, gateway, close } = await startGatewayAndUpstream({ TRUST_PROXY: trusted });
  await sendRequest(gateway.origin, calls.visitorCountry.path, {
    headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.5', forwarded: 'for=198.51.100.1' },
  });
  expect(upstream.requests.map(({ headers }) => [headers['x-forwarded-for'], headers.forwarded])).toEqual([
    [address, undefined],
  ]);
  await close();
});

test('without ranges nothing matches', () => {
  expect(rangeMatcher([])('203.0.113.5')).toBe(false);
  expect(rangeMatcher([])('')).toBe(false);
});

test('the cache of 10,000 addresses returns correct results', () => {
  const isInside = rangeMatcher(['10.0.0.0/16']);
  for (let round = 0; round < 2; round += 1) {
    for (let index = 0; index < 12_000; index += 1) {
      const address = `10.${index % 2}.${index >> 8}.${index & 255}`;
      if (isInside(address) !== (index % 2 === 0)) expect(address).toBe('judged rightly');
    }
  }
});

test('the cache of 10,000 addresses stays small however many there are', () => {
  const isInside = rangeMatcher(['10.0.0.0/16']);
  const before = heapBytes();
  for (let index = 0; index < 200_000; index += 1) isInside(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`);
  expect(heapBytes() - before).toBeLessThan(4 * megabyte);
  // Otherwise all of it could be collected.
  expect(isInside('10.0.0.1')).toBe(true);
});

test('several X-Forwarded-For headers are one list', async () => {
  const { app } = await buildGuardedApp({ env: { TRUST_PROXY: '127.0.0.0/8' } });
  app.get('/who', { config: { access: 'public', rate: 'none' } }, async ({ clientAddress }) => clientAddress);
  // Node joins them, but some of its versions did not.
  const headers = { host: 'localhost', 'x-forwarded-for': ['198.51.100.1', '203.0.113.5'] };
  expect((await app.inject({ url: '/who', headers })).body).toBe('203.0.113.5');
  await app.close();
});
