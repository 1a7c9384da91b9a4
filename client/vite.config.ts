import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { nameEntryChunk } from './entry-chunk.ts';
import { notices } from './notices.ts';

/** The files of texts without line breaks and indentation. */
const compactTexts: Plugin = {
  name: 'compact-texts',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'asset' && file.fileName.endsWith('.json') && file.originalFileNames.length > 0) {
        file.source = JSON.stringify(JSON.parse(String(file.source)));
      }
    }
  },
};

const adviceOfRouter =
  /\.\s+(?:Please (?:separate|remove all|wrap)|An absolute child|This is probably|You should never)[\s\S]*?(?=`[\n;])/g;

/**
 * Marks what React Router creates when it is loaded as free of side effects: otherwise unused components would stay,
 * with everything they need. Drops the names for development tools and the advice in messages for developers. Together
 * 1.7 kB of the entry chunk.
 */
const unusedRouterParts: Plugin = {
  name: 'unused-router-parts',
  transform: {
    filter: { id: /\/react-router\/dist\/production\// },
    handler: (code) => ({
      code: code
        .replace(/^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm, '$1/* @__PURE__ */ $2')
        .replace(/^\w+\.displayName = .*;$/gm, '')
        .replace(adviceOfRouter, ''),
      map: null,
    }),
  },
};

/** Drops i18next's messages for developers, which only appear with its option `debug`: 1.4 kB of the entry chunk. */
const messagesOfI18next: Plugin = {
  name: 'messages-of-i18next',
  transform: {
    filter: { id: /\/i18next\/dist\/esm\// },
    handler: (code) => {
      // Only complete statements, none that belongs to an `if` without braces.
      const rest = code.replace(/(?<=[{};]\n)\s*(?:this\.l|baseL)ogger\.(?:once|deprecate|warn)\(.*\);$/gm, '');
      if (rest === code) throw new Error('i18next has another format now');
      return { code: rest, map: null };
    },
  },
};

/** Not the features themselves, nor what only two of them need and the other pages would have to load. */
const isSmallAndShared = (file: string): boolean =>
  /\/client\/src\/(?!api\/read|app\/|features\/|profile\/|ui\/(code-input|field|menu|picker|qr-frame|select|tabs))/.test(
    file,
  ) || /\/features\/enter\/sign-in-error|\/shared\/(attribution|calls|date|problem)/.test(file);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), notices(), compactTexts, unusedRouterParts, messagesOfI18next],
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
    modulePreload: {
      polyfill: false,
      // The gateway preloads what a page begins with; the rest is loaded ahead of time. The names of all files that a
      // later part imports would only make the entry chunk larger.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
    },
    reportCompressedSize: false,
    // 1 % smaller than the default minifier.
    minify: 'terser',
    terserOptions: { module: true, ecma: 2020, compress: { passes: 5, keep_fargs: false } },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: nameEntryChunk },
            // Otherwise shared code would become twenty files of half a kilobyte, each a request.
            { name: 'common', minShareCount: 2, test: isSmallAndShared },
            // The account code page does without SWR, and only billing verifies its writes.
            {
              name: 'profile-data',
              minShareCount: 2,
              test: /\/swr\/|\/client\/src\/(api\/read|profile\/(?!verified-write))/,
            },
          ],
        },
      },
    },
  },
});
