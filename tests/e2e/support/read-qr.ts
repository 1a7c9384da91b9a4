import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from '@playwright/test';

/** Decodes the QR code in a screenshot of this element. Needs `zbarimg`. */
export async function readQr(code: Locator): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'qr-'));
  try {
    const path = join(folder, 'code.png');
    await code.screenshot({ path });
    const { stdout } = await promisify(execFile)('zbarimg', ['--quiet', '--raw', path]);
    return stdout.trim();
  } finally {
    await rm(folder, { recursive: true });
  }
}
