import type { Response } from 'supertest';
import type { RunningSandbox } from './running-sandbox.ts';

export interface Cluster {
  readonly id: string;
  readonly hostname: string;
  readonly loadIndex: number;
  readonly location: { readonly city: string };
  readonly protocols: readonly { readonly protocol: string }[];
}

export interface Shortcut {
  readonly id: string;
  readonly title: Readonly<Record<string, string>>;
  readonly shortcuts_access: string;
  readonly clusters: readonly Cluster[];
}

export interface Group {
  readonly group_id: string;
  readonly shortcuts: readonly Shortcut[];
}

/** The countries and the streaming services. */
export async function listGroups(sandbox: RunningSandbox, token: string): Promise<[Group, Group]> {
  const { body } = await sandbox.call('GET', '/web/v1/shortcut/get-router-setup', undefined, token);
  return body.shortcut_groups;
}

/** Creates a router for a country or service, by default in its first city. */
export async function createRouter(
  sandbox: RunningSandbox,
  token: string,
  { country, city, enhancer = 'general' }: { country: string; city?: string; enhancer?: string },
): Promise<{ draft: Record<string, string>; cluster: Cluster; response: Response }> {
  for (const group of await listGroups(sandbox, token)) {
    const shortcut = group.shortcuts.find(({ title }) => title.en === country);
    const cluster = shortcut?.clusters.find(({ location }) => city === undefined || location.city === city);
    if (!shortcut || !cluster) continue;
    const draft = {
      shortcut_group_id: group.group_id,
      shortcut_id: shortcut.id,
      cluster_id: cluster.id,
      enhancer,
      router_model: 'router',
      router_name: 'Router 1',
    };
    const response = await sandbox.post('/web/v1/account/download-router-configuration', draft, token);
    return { draft, cluster, response };
  }
  throw new Error(`nothing called ${country}`);
}
