import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { nameFirstChunk } from './first-chunk.ts';
import { notices } from './notices.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), notices()],
  resolve: {
    alias: [
      // The package only exports its development build, whose warnings weigh 1 kB.
      {
        find: /^react-router$/,
        replacement: join(import.meta.dirname, '../node_modules/react-router/dist/production/index.mjs'),
      },
      // A polyfill for React before 18.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    ],
  },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    // The browsers of the last two years. decisions.md §4
    target: ['chrome130', 'edge130', 'firefox132', 'safari18'],
    // Inlined files would require `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: nameFirstChunk },
            // Otherwise shared code would become twenty files of half a kilobyte, each a request.
            { name: 'common', minShareCount: 3, test: /\/client\/src\/(?!api\/read|profile\/)|\/shared\// },
            // The account code page does without SWR.
            { name: 'profile-data', minShareCount: 3, test: /\/swr\/|\/client\/src\/(api\/read|profile\/)/ },
          ],
        },
      },
    },
  },
});
