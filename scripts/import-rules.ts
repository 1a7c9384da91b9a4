/** Who may import whom. style/README.md calls the folders rooms; the rules hold for every feature to come. */
export const importRules = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    {
      name: 'shared-imports-zod-only',
      severity: 'error',
      from: { path: '^shared/' },
      to: { pathNot: '^(shared/|node_modules/zod/)' },
    },
    {
      name: 'gateway-imports-shared',
      severity: 'error',
      from: { path: '^gateway/' },
      to: { path: '^(client|sandbox|tests|scripts)/' },
    },
    {
      name: 'client-imports-shared',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { path: '^(gateway|sandbox|tests|scripts|client/gallery)/' },
    },
    {
      name: 'sandbox-imports-itself',
      severity: 'error',
      from: { path: '^sandbox/' },
      to: { path: '^(gateway|client|shared|tests|scripts)/' },
    },
    { name: 'nothing-imports-tests', severity: 'error', from: { pathNot: '^tests/' }, to: { path: '^tests/' } },
    {
      name: 'ui-knows-react-only',
      severity: 'error',
      from: { path: '^client/src/ui/' },
      to: { path: '^(shared|locales|client/src/(?!ui/|assets/))' },
    },
    {
      name: 'a-feature-imports-no-other-feature-and-no-app',
      severity: 'error',
      from: { path: '^client/src/features/([^/]+)/' },
      to: { path: '^client/src/(features|app)/', pathNot: '^client/src/features/$1/' },
    },
    {
      name: 'only-app-imports-features',
      severity: 'error',
      from: { path: '^client/src/', pathNot: '^client/src/(app|features)/' },
      to: { path: '^client/src/features/' },
    },
    {
      name: 'the-call-table-knows-no-schema',
      severity: 'error',
      from: { path: '^shared/(calls|problem|locale|start|date|money|app-identity|attribution|wire-values)\\.ts$' },
      to: { path: 'node_modules/zod/', reachable: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(css|json|svg|woff2)(\\?url)?$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
