import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Browser } from '@playwright/test';
import { filmStrip } from '../../scripts/gallery-page.ts';
import { signInByToken } from '../e2e/support/sign-in.ts';
import type { ProcessStack } from '../support/built-stack.ts';
import type { PageUnderTest } from './pages.ts';

/** Slow 4G as Lighthouse defines it, on a phone whose processor is four times slower. */
const line = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 };
const slowdown = 4;
const everyMs = 100;
const lengthMs = 4_000;

interface Frame {
  readonly atMs: number;
  readonly jpeg: Buffer;
}

/**
 * Films a first visit and writes a strip with a picture every 100 ms.
 * @returns the path of the strip's page in the folder
 */
export async function writeFilmStrip(
  { path, email }: PageUnderTest,
  browser: Browser,
  stack: ProcessStack,
  folder: string,
): Promise<string> {
  const context = await browser.newContext({ baseURL: stack.origin, viewport: { width: 412, height: 823 } });
  try {
    const page = await context.newPage();
    if (email) await signInByToken(page, stack, email);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', line);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const frames: Frame[] = [];
    let startedAt = 0;
    cdp.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
      const atMs = (metadata.timestamp ?? 0) * 1000 - startedAt;
      if (startedAt > 0) frames.push({ atMs, jpeg: Buffer.from(data, 'base64') });
      cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    });
    await cdp.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 206, maxHeight: 412 });
    startedAt = Date.now();
    await page.goto(path, { waitUntil: 'networkidle' });
    await cdp.send('Page.stopScreencast');
    const strip = filmStrip(path);
    await writeStrip(frames, dirname(join(folder, strip)));
    return strip;
  } finally {
    await context.close();
  }
}

/** Each distinct picture is one file; the page shows at every step the newest one. */
async function writeStrip(frames: readonly Frame[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const steps: string[] = [];
  for (let ms = 0; ms <= lengthMs; ms += everyMs) {
    const index = frames.findLastIndex(({ atMs }) => atMs <= ms);
    const picture = index < 0 ? '<div></div>' : `<img src="${index}.jpg" alt="">`;
    steps.push(`<figure>${picture}<figcaption>${(ms / 1000).toFixed(1)} s</figcaption></figure>`);
  }
  await Promise.all(frames.map(({ jpeg }, index) => writeFile(join(folder, `${index}.jpg`), jpeg)));
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Film strip</title>
<style>body{display:flex;flex-wrap:wrap;gap:.5rem;font:12px system-ui}figure{margin:0}img,figure>div{display:block;width:103px;height:206px;border:1px solid #888}</style>
${steps.join('\n')}
`,
  );
}
