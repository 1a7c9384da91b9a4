import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { chromium } from 'playwright';
import { build, type InlineConfig, preview } from 'vite';
import { findHeadlessChromium } from './find-chromium.ts';
import { views } from './gallery-page.ts';
import { fromRoot } from './root.ts';

/** Builds client/gallery, the page with every primitive in every state, and serves it on a free port. */
export async function serveGallery(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'gallery-'));
  const options: InlineConfig = {
    configFile: false,
    root: fromRoot('client/gallery'),
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, assetsInlineLimit: 0, reportCompressedSize: false },
    preview: { host: '127.0.0.1', port: 0 },
    logLevel: 'error',
  };
  await build(options);
  const server = await preview(options);
  const [url] = server.resolvedUrls?.local ?? [];
  if (!url) throw new Error('The gallery has no address');
  return {
    url,
    async close() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Takes screenshots of that page in every width and theme. */
export async function captureComponents(output: string): Promise<void> {
  const gallery = await serveGallery();
  const executablePath = findHeadlessChromium();
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
  for (const { width, theme } of views) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    await page.goto(`${gallery.url}?theme=${theme}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate('document.fonts.ready');
    await page.screenshot({ path: join(output, `components-${width}-${theme}.png`), fullPage: true });
    await page.close();
  }
  await browser.close();
  await gallery.close();
}
