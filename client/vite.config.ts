import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { nameFirstChunk } from './first-chunk.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: {
    alias: [
      // The package names its development files alone, whose warnings weigh 1 kB.
      {
        find: /^react-router$/,
        replacement: join(import.meta.dirname, '../node_modules/react-router/dist/production/index.mjs'),
      },
      // A stand-in for React before 18; the real one is there.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    ],
  },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    // The last two years of the browsers named in decisions.md §4.
    target: ['chrome130', 'edge130', 'firefox132', 'safari18'],
    // Inlined files would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: nameFirstChunk },
            // What several pages share would be twenty files of half a kilobyte; on a phone's network each one counts.
            { name: 'common', minShareCount: 3, test: /\/client\/src\/|\/shared\/|\/swr\// },
          ],
        },
      },
    },
  },
});
