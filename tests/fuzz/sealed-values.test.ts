import { createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { open, seal } from '../../gateway/session/seal.ts';
import { anyByte, cases } from './cases.ts';

const [key, older] = [createSecretKey(randomBytes(32)), createSecretKey(randomBytes(32))];
const text = fc.string({ unit: 'grapheme', maxLength: 80 });
const name = fc.string({ minLength: 1, maxLength: 40 });
const version = 'v1.';

test('a sealed value opens with its name and any of the keys, and with no other name', () => {
  fc.assert(
    fc.property(text, name, name, (secret, own, other) => {
      const sealed = seal(older, own, secret);
      expect(open([key, older], own, sealed)).toBe(secret);
      expect(open([key], own, sealed)).toBeNull();
      if (other !== own) expect(open([key, older], other, sealed)).toBeNull();
    }),
    cases(5),
  );
});

test('a sealed value with a flipped bit, a missing byte or an extra byte does not open', () => {
  const change = fc.oneof(
    fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), bit: fc.nat(7) }),
    fc.record({ kind: fc.constant('cut' as const), at: fc.nat(), bit: fc.constant(0) }),
    fc.record({ kind: fc.constant('add' as const), at: fc.nat(), bit: fc.nat(255) }),
  );
  fc.assert(
    fc.property(text, name, change, (secret, own, { kind, at, bit }) => {
      const bytes = [...Buffer.from(seal(key, own, secret).slice(version.length), 'base64url')];
      const position = at % bytes.length;
      if (kind === 'flip') bytes[position] = (bytes[position] ?? 0) ^ (1 << bit);
      if (kind === 'cut') bytes.splice(position, 1);
      if (kind === 'add') bytes.splice(position, 0, bit);
      expect(open([key], own, version + Buffer.from(bytes).toString('base64url'))).toBeNull();
    }),
    cases(5),
  );
});

test('a value that was never sealed does not open and does not throw', () => {
  const written = fc.oneof(fc.string({ unit: anyByte, maxLength: 80 }), fc.base64String({ maxLength: 80 }));
  fc.assert(
    fc.property(written, fc.boolean(), name, (value, marked, own) => {
      expect(open([key, older], own, marked ? version + value : value)).toBeNull();
    }),
    cases(2),
  );
});
