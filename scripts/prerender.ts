/** Renders what the pages of the client show before their script runs, in every language. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { locales } from '#shared/locale.ts';
import { readConfig } from '../gateway/config.ts';
import { placeholders } from '../gateway/pages/prerendered-pages.ts';
import { demoEnvironment } from './demo-environment.ts';
import { fromRoot } from './root.ts';

const folder = fromRoot('dist/prerender');

/** Writes `dist/client-prerendered.json`: locale → page → HTML. */
export async function prerenderPages(): Promise<void> {
  await build({
    configFile: false,
    root: fromRoot('client'),
    plugins: [react()],
    logLevel: 'warn',
    build: { ssr: 'src/app/prerendered-pages.tsx', outDir: folder, emptyOutDir: true, assetsInlineLimit: 0 },
    ssr: { noExternal: true },
  });
  simulateBrowser();
  const client = await import(`${folder}/prerendered-pages.js`);
  const prerendered: Record<string, unknown> = {};
  for (const locale of locales) {
    prerendered[locale] = await client.prerenderPages(
      locale,
      JSON.parse(await readFile(fromRoot(`locales/${locale}.json`), 'utf8')),
    );
  }
  await writeFile(fromRoot('dist/client-prerendered.json'), JSON.stringify(prerendered));
  await rm(folder, { recursive: true });
}

/** The few members of the browser that the client's modules read while they are loaded. */
function simulateBrowser(): void {
  const config = readConfig(demoEnvironment({ port: 3000, sandboxPort: 3001, adminPort: 0 }));
  const textContent = JSON.stringify(placeholders(config));
  Object.assign(globalThis, {
    document: { getElementById: () => ({ textContent }), querySelector: () => null, documentElement: { dataset: {} } },
    addEventListener: () => undefined,
    // Node's own would keep the build from ending.
    BroadcastChannel: undefined,
    matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  });
}

if (process.argv[1] === import.meta.filename) await prerenderPages();
