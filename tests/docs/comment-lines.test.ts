import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/root.ts';

/** Biome breaks code at 120 columns, but not comments. */
const maxColumns = 120;
const comment = /^\s*(?:\/\/|\/?\*|\{\/\*|<!--)/;

const rooms = ['client', 'gateway', 'sandbox', 'scripts', 'shared', 'tests'];

test.each(rooms)('no comment of %s is longer than 120 columns', async (room) => {
  const long: string[] = [];
  for await (const file of glob(`${room}/**/*.{ts,tsx,css,html}`, { cwd: fromRoot() })) {
    const lines = (await readFile(fromRoot(file), 'utf8')).split('\n');
    lines.forEach((line, index) => {
      if (line.length > maxColumns && comment.test(line)) long.push(`${file}:${index + 1}`);
    });
  }
  expect(long).toEqual([]);
});
