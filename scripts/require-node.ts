/** Imported first by everything that npm runs: an older Node exits with one sentence. decisions.md §2 */

/** The first release with long-term support. The gateway needs `shouldUpgradeCallback` (24.9). */
const oldest = { major: 24, minor: 11 };

/** What to do about a Node that is too old; undefined for one that is new enough. */
export function describeOldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) return undefined;
  return [
    `This project needs Node ${oldest.major}.${oldest.minor} or newer; this is Node ${version}.`,
    '`npm ci` installs one on Linux and Windows, which every command uses that is run by `npm run` or `npx`.',
    'On other systems install the version in .nvmrc, for example with `nvm install`.',
  ].join('\n');
}

const problem = describeOldNode(process.versions.node);
if (problem) {
  console.error(problem);
  process.exit(1);
}
