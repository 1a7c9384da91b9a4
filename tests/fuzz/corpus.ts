import { readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from '../../scripts/root.ts';

/** What one client sends on one connection. */
export interface CorpusEntry {
  readonly name: string;
  readonly bytes: Buffer;
  /** The client closes its side of the connection before its last request is complete. */
  readonly isIncomplete: boolean;
}

const folder = fromRoot('tests/fuzz/corpus');

/** Every file of tests/fuzz/corpus. */
export const corpus: readonly CorpusEntry[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.http'))
  .sort()
  .map((file) => ({
    name: file.replace(/\.http$/, ''),
    bytes: readFileSync(`${folder}/${file}`),
    isIncomplete: file.startsWith('incomplete/'),
  }));
