import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describeRoutes, routesFile } from '../../../scripts/routes.ts';
import { type Call, calls } from '../../../shared/calls.ts';

test('docs/routes.md lists what the gateway serves', async () => {
  expect(await readFile(routesFile, 'utf8')).toBe(await describeRoutes());
});

test('every call except the refresh has a route', async () => {
  const table = await describeRoutes();
  for (const { method, path, access } of Object.values(calls) as Call[]) {
    const row = `| ${method} | \`${path}\` | ${access} |`;
    if (access === 'gateway') expect(table).not.toContain(`\`${path}\``);
    else expect(table).toContain(row);
  }
});

test('calls that sign in or check a code share the sign-in limit', async () => {
  const table = await describeRoutes();
  for (const { path, access, mayReturnTokens, checksCode, redirects } of Object.values(calls) as Call[]) {
    if (access === 'gateway' || redirects) continue;
    const [, limit] = new RegExp(`\\| \`${path}\` \\| ${access} \\| (\\S+) \\|`).exec(table) ?? [];
    expect([path, limit]).toEqual([path, mayReturnTokens || checksCode ? 'sign-in' : 'calls']);
  }
});
