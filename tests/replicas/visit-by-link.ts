import { Browser } from './browser.ts';
import type { ReplicaCluster } from './cluster.ts';
import { LoadResult } from './load-result.ts';

/** Opens a link with a token in the URL, which no log may contain. @returns whether it signed in */
export async function visitByLink(cluster: ReplicaCluster): Promise<boolean> {
  const account = await cluster.sandbox.findAccount('anna.lindqvist@example.com');
  const visitor = new Browser(cluster, account.email, new LoadResult());
  await visitor.send('GET', `/profile?token=${encodeURIComponent(account.permanentToken)}&utm_source=mail`);
  return visitor.isSignedIn();
}
