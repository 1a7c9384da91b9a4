import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface TestExtension {
  readonly id: string;
  readonly folder: string;
}

/** Writes a browser extension that our pages can probe and whose dashboard shows what it receives. */
export async function writeTestExtension(folder: string, productOrigins: readonly string[]): Promise<TestExtension> {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = publicKey.export({ type: 'spki', format: 'der' });
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'manifest.json'),
    JSON.stringify({
      manifest_version: 3,
      name: 'Test extension',
      version: '1.0',
      key: key.toString('base64'),
      web_accessible_resources: [
        { resources: ['dashboard.html'], matches: productOrigins.map((origin) => `${origin}/*`) },
      ],
    }),
  );
  await writeFile(
    join(folder, 'dashboard.html'),
    '<!doctype html><title>Dashboard</title><output></output><script src="dashboard.js"></script>',
  );
  await writeFile(
    join(folder, 'dashboard.js'),
    "document.querySelector('output').textContent = location.hash.slice(1);",
  );
  return { id: idOf(key), folder };
}

/** Chromium's rule: half of the key's hash, in letters from a to p. */
function idOf(key: Buffer): string {
  const half = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return half.replace(/./g, (digit) => String.fromCharCode('a'.charCodeAt(0) + Number.parseInt(digit, 16)));
}
