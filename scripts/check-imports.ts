/** Checks import-rules.ts. Fails if it saw no modules of a room, because a crashed scan finds no violations. */
import { cruise, type ICruiseOptions, type IReporterOutput } from 'dependency-cruiser';
import { importRules } from './import-rules.ts';
import { fromRoot } from './root.ts';

const rooms = ['shared', 'gateway', 'client', 'sandbox', 'scripts', 'tests'];

process.chdir(fromRoot());
const options = { ...importRules.options, ruleSet: { forbidden: importRules.forbidden }, validate: true };
const { output }: IReporterOutput = await cruise(rooms, options as ICruiseOptions);
if (typeof output === 'string') throw new Error('dependency-cruiser gave no result');

for (const { rule, from, to } of output.summary.violations) console.error(`${rule.name}: ${from} → ${to}`);
const unseen = rooms.filter((room) => !output.modules.some(({ source }) => source.startsWith(`${room}/`)));
if (unseen.length > 0) console.error(`No modules seen in: ${unseen.join(', ')}`);
console.log(`${output.summary.totalCruised} modules, ${output.summary.violations.length} violations`);
process.exitCode = output.summary.violations.length > 0 || unseen.length > 0 ? 1 : 0;
