import packageJson from '../package.json' with { type: 'json' };

const words = packageJson.scripts.start.split(' ');
const program = words.indexOf('node');

/**
 * What `npm start` runs: the variables of the C library, Node's flags, and the gateway's file.
 * docs/decisions/001-proxy-inner-path.md
 */
export const startCommand = {
  environment: Object.fromEntries(words.slice(0, program).map((word) => word.split('='))) as Record<string, string>,
  flags: words.slice(program + 1, -1),
  file: words.at(-1) ?? '',
};
