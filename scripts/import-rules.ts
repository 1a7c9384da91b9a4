/** Which folder may import which. CONTRIBUTING.md shows the tree. */
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
      name: 'gateway-http-imports-no-other-room',
      severity: 'error',
      from: { path: '^gateway/http/' },
      to: { path: '^gateway/(?!http/|config\\.ts$)' },
    },
    {
      name: 'gateway-upstream-imports-http',
      severity: 'error',
      from: { path: '^gateway/upstream/' },
      to: { path: '^gateway/(?!upstream/|http/|config\\.ts$)' },
    },
    {
      name: 'gateway-redis-imports-no-other-room',
      severity: 'error',
      from: { path: '^gateway/redis/' },
      to: { path: '^gateway/(?!redis/|config\\.ts$)' },
    },
    {
      name: 'gateway-session-imports-upstream-redis-and-http',
      severity: 'error',
      from: { path: '^gateway/session/' },
      to: { path: '^gateway/(?!session/|upstream/|redis/|http/|operations/telemetry\\.ts$|config\\.ts$)' },
    },
    {
      name: 'gateway-policy-imports-redis-and-http',
      severity: 'error',
      from: { path: '^gateway/policy/' },
      to: { path: '^gateway/(?!policy/|redis/|http/|config\\.ts$)' },
    },
    {
      name: 'gateway-pages-and-operations-import-http',
      severity: 'error',
      from: { path: '^gateway/(pages|operations)/' },
      to: { path: '^gateway/(?!$1/|http/|config\\.ts$|operations/(telemetry|error-reports)\\.ts$)' },
    },
    {
      name: 'only-app-imports-routes',
      severity: 'error',
      from: { path: '^gateway/', pathNot: '^gateway/(routes/|app\\.ts$)' },
      to: { path: '^gateway/routes/' },
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
      to: {
        path: [
          '^(shared|locales|client/src/(?!ui/|assets/|store\\.ts$))',
          '(^|/)node_modules/(?!(@types/)?react(-dom)?/)',
        ],
      },
    },
    {
      name: 'a-feature-imports-no-other-feature-and-no-app',
      severity: 'error',
      from: { path: '^client/src/features/([^/]+)/' },
      to: {
        path: '^client/src/',
        pathNot:
          '^client/src/((ui|i18n|toasts|api|session|app-link|profile|email)/|(paths|start|storage)\\.ts$|features/$1/)',
      },
    },
    {
      name: 'only-ui-imports-the-styles-of-ui',
      severity: 'error',
      from: { pathNot: '^client/src/ui/' },
      to: { path: '^client/src/ui/.*\\.css$' },
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
    exclude: { path: '\\.(json|svg|woff2)(\\?url)?$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
