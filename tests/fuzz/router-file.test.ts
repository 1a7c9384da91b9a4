import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compareConfiguration,
  normalizeConfiguration,
  parseConfiguration,
} from '../../client/src/features/router-setup/configuration-file.ts';
import { anyByte, cases } from './cases.ts';

const word = fc.stringMatching(/^[a-z0-9][a-z0-9.-]{0,30}$/);
const line = fc.oneof(
  fc.string({ unit: anyByte, maxLength: 60 }),
  fc.constantFrom('remote', 'proto tcp', 'port', 'auth-user-pass', '<ca>', '</ca>', '<tls-auth>', '# Location: ', ';'),
  fc.tuple(fc.constantFrom('remote', 'port', 'proto', 'dhcp-option'), word, word).map((parts) => parts.join(' ')),
  fc.tuple(fc.constantFrom('# Location: ', '# Protection: ', '<', '</'), word).map((parts) => parts.join('')),
);
const text = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('\n', '\r\n', '\r', '\n\n', ' '))
  .map(([lines, ending]) => lines.join(ending));

test('parses any text, and its normalized form to the same content', () => {
  fc.assert(
    fc.property(text, (file) => {
      const normal = normalizeConfiguration(file);
      expect(normalizeConfiguration(normal)).toBe(normal);
      expect(normal).not.toMatch(/\r|^\uFEFF(?!\uFEFF)/);
      const { longestBlock, ...content } = parseConfiguration(normal);
      expect(parseConfiguration(file)).toMatchObject(content);
      expect(longestBlock).toBeLessThanOrEqual(normal.length);
      compareConfiguration(content as never, { server: 'a', port: 1, enhancer: 'general' });
    }),
    cases(5),
  );
});

const configuration = fc.record({
  server: word,
  port: fc.integer({ min: 1, max: 65_535 }),
  protocol: fc.constantFrom('TCP' as const, 'UDP' as const),
  separatePort: fc.boolean(),
  asksCredentials: fc.boolean(),
  dnsServers: fc.array(fc.ipV4(), { maxLength: 3 }),
  block: fc.stringMatching(/^[A-Za-z0-9+/=\n -]{0,500}$/),
  ending: fc.constantFrom('\n', '\r\n'),
});

test('parses a generated file back to the facts it was generated from', () => {
  fc.assert(
    fc.property(configuration, ({ block, ending, separatePort, ...facts }) => {
      const { server, port, protocol, asksCredentials, dnsServers } = facts;
      const lines = [
        'client',
        `proto ${protocol.toLowerCase()}`,
        separatePort ? `remote ${server}` : `remote ${server} ${port}`,
        ...(separatePort ? [`port ${port}`] : []),
        ...(asksCredentials ? ['auth-user-pass'] : []),
        ...dnsServers.map((address) => `dhcp-option DNS ${address}`),
        `<ca>\n${block}\n</ca>`,
      ];
      const file = parseConfiguration(lines.join('\n').replaceAll('\n', ending));
      expect(file).toMatchObject(facts);
    }),
    cases(5),
  );
});

// A parser that backtracks would need hours for these; a linear one is done at once.
test.each([
  ['unclosed blocks', '<a>'],
  ['empty blocks', '<a></a>'],
  ['one repeated option', 'remote a 1\n'],
  ['a comment full of commas', ', '],
  ['spaces', ' '],
  ['line breaks', '\n'],
  ['carriage returns and tabs', '\r\t'],
])('parses two megabytes of %s', (_, part) => {
  const file = `# Location: ${part.repeat(2_000_000 / part.length)}x`;
  expect(parseConfiguration(file).asksCredentials).toBe(false);
  expect(normalizeConfiguration(file)).toMatch(/x\n$/);
});
