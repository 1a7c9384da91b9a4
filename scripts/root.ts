import './require-node.ts';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** An absolute path inside the project. */
export const fromRoot = (...parts: string[]): string => join(root, ...parts);
