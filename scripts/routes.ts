/** `npm run routes`: prints every route of the running gateway with its policy. `--write` updates docs/routes.md. */
import { writeFile } from 'node:fs/promises';
import { buildGateway } from '../gateway/app.ts';
import { readConfig } from '../gateway/config.ts';
import type { RouteEntry } from '../gateway/policy/route-policy.ts';
import { demoEnvironment } from './demo-environment.ts';
import { fromRoot } from './root.ts';

export const routesFile = fromRoot('docs/routes.md');

const introduction = `# Routes

\`npm run routes -- --write\` writes this table; a test compares it with the running server. The gateway does not start with a route that declares no
policy.

- **access**: \`public\`: anyone; \`session\`: the upstream responds with 401 without a session; \`navigation\`: a page load; \`file\`: a file.
- **limit**: the rate limit that counts the request; three calls are also limited per email.
- **origin**: \`own\`: only pages of this origin may send it; \`no page\`: no page of another site may request it, and it cannot be opened in the address bar; \`any\`: the
origin check does not apply. \`/session/extension\` accepts only a navigation from this origin; \`/*\` signs in by URL only in a top-level page.

Any other path under \`/web/\` is 404, and counted; a listed path with another method is 405.
`;

/** The table as Markdown. */
export async function describeRoutes(): Promise<string> {
  const config = readConfig({
    ...demoEnvironment({ port: 0, sandboxPort: 1, adminPort: 0 }),
    LOG_LEVEL: 'silent',
    CLIENT_DIR: fromRoot('tests/fixtures/build/client'),
    // Turns on every optional route.
    EXTENSION_ID: 'abcdefghijklmnopabcdefghijklmnop',
    SECURITY_CONTACT: 'security@skerry.example',
    APPLE_PAY_DOMAIN_FILE: fromRoot('package.json'),
  });
  const gateway = await buildGateway(config);
  const rows = gateway.routeTable.filter(({ method }) => method !== 'HEAD').map(describeRow);
  await gateway.close();
  return `${introduction}\n| method | path | access | limit | origin |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

function originOf({ method, path, crossSite }: RouteEntry): string {
  if (crossSite) return 'any';
  if (method !== 'GET') return 'own';
  return path.startsWith('/web/') ? 'no page' : 'any';
}

const describeRow = (route: RouteEntry): string => {
  const { method, path, access, rate } = route;
  const origin = originOf(route);
  return `| ${method} | \`${path}\` | ${access} | ${rate === 'none' ? '–' : rate} | ${origin} |`;
};

if (process.argv[1] === import.meta.filename) {
  const table = await describeRoutes();
  if (process.argv.includes('--write')) await writeFile(routesFile, table);
  else process.stdout.write(table);
}
