import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { fromRoot } from '../../scripts/root.ts';

/** A YAML file of the project, its anchors and merges resolved. */
export const readYaml = async <T>(...path: string[]): Promise<T> =>
  parse(await readFile(fromRoot(...path), 'utf8'), { merge: true });
