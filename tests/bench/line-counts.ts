import { glob, readFile } from 'node:fs/promises';
import { fromRoot } from '../../scripts/root.ts';

/** The path of a token: what an auditor reads closely. */
const tokenPath = /^gateway\/(session\/|upstream\/|routes\/(calls|complete-sign-in|send-response)\.ts)/;

/** The number of lines of the gateway and of the path of a token. */
export async function describeSize(): Promise<string> {
  let all = 0;
  let token = 0;
  for await (const file of glob('gateway/**/*.ts', { cwd: fromRoot() })) {
    const lines = (await readFile(fromRoot(file), 'utf8')).split('\n').length - 1;
    all += lines;
    if (tokenPath.test(file)) token += lines;
  }
  return `gateway: ${all} lines; session, upstream and the calls' route: ${token} lines`;
}
