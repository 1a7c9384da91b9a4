/** `npm run typecheck`: every room's types. Later runs check only what a change affects. decisions.md §6 */
import { runSideBySide, typeChecks } from './commands.ts';

await runSideBySide(typeChecks, (_command, code) => {
  if (code !== 0) process.exitCode = 1;
});
