import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/root.ts';

const document = await readFile(fromRoot('docs/security.md'), 'utf8');
const section = (heading: string) => document.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';

const uses = /node:(?:crypto|tls)'|\bcrypto\.|\bMath\.random\b/;
const sources: (readonly [file: string, source: string])[] = [];
for await (const file of glob(['gateway/**/*.ts', 'client/src/**/*.{ts,tsx}', 'shared/**/*.ts'], { cwd: fromRoot() }))
  sources.push([file, await readFile(fromRoot(file), 'utf8')]);

test('the inventory of docs/security.md names every file that uses cryptography or random values', () => {
  const using = sources.filter(([, source]) => uses.test(source)).map(([file]) => file);
  expect(using.length).toBeGreaterThan(15);
  expect(using.filter((file) => !section('Cryptography').includes(`\`${file}\``))).toEqual([]);
});

test('the only algorithms are AES-256-GCM and SHA-256, of Node.js and of the browser', () => {
  const algorithm = /\b(?:create(?:Hash|Hmac|Cipheriv|Decipheriv)|hkdfSync|digest)\('([^']+)'/g;
  const found = sources.flatMap(([, source]) => [...source.matchAll(algorithm)].map(([, name = '']) => name));
  const encodings = ['base64', 'base64url', 'hex'];
  const names = new Set(found.map((name) => name.toLowerCase()).filter((name) => !encodings.includes(name)));
  expect([...names].sort()).toEqual(['aes-256-gcm', 'sha-256', 'sha256']);
  const calls =
    /\b(?:createHash|createHmac|createCipheriv|createDecipheriv|hkdfSync|scrypt\w*|pbkdf2\w*|create(?:Sign|Verify)|publicEncrypt|privateDecrypt|generateKey\w*)\((?!')/g;
  expect(sources.filter(([, source]) => calls.test(source)).map(([file]) => file)).toEqual([]);
});
