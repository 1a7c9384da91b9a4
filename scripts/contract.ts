/** `npm run contract`: writes docs/openapi.json and docs/calls.md from shared/. */
import { writeFile } from 'node:fs/promises';
import { tabulateCalls } from './calls-table.ts';
import { describeApi } from './openapi.ts';
import { fromRoot } from './root.ts';

await writeFile(fromRoot('docs/openapi.json'), `${JSON.stringify(describeApi(), null, 2)}\n`);
await writeFile(fromRoot('docs/calls.md'), tabulateCalls());
