/** docs/calls.md: every call with its policy, errors and test. */
import { type Call, type CallName, calls } from '#shared/calls.ts';
import { contract } from '#shared/contract.ts';
import { domains } from './openapi.ts';

/** The table as Markdown. */
export function tabulateCalls(): string {
  const rows = (Object.keys(calls) as CallName[]).map((name) => {
    const call: Call = calls[name];
    return `| \`${name}\` | ${call.method} | \`${call.path}\` | ${policyOf(call)} | ${errorsOf(name)} | ${testOf(name)} |`;
  });
  return [
    '# Calls',
    '',
    '`npm run contract` writes this table from `shared/calls.ts` and `shared/contract/`. Policy: who may make the call, and what the',
    'gateway adds. Errors: the name, status and code of each documented error. Contract tests make every call through the real',
    'gateway to the sandbox, with its success and each of its errors; a call without a test fails',
    '[coverage.test.ts](../tests/contract/coverage.test.ts), an error without a test does not compile.',
    '',
    '| call | method | path | policy | errors | test |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function policyOf(call: Call): string {
  return [
    { public: 'public', session: 'needs a session', gateway: 'gateway only' }[call.access],
    call.mayReturnTokens && (call.requiresTokens ? 'must return tokens' : 'may return tokens'),
    call.checksCode && 'checks a code',
    call.addsRefreshToken && 'the gateway adds `refresh_token`',
    call.endsSession && 'ends the session',
    call.redirects && 'redirects',
    call.sendsAppVersion && 'sends `app-version`',
    call.query && `passes \`?${call.query.join('`, `')}\``,
  ]
    .filter(Boolean)
    .join(', ');
}

const errorsOf = (name: CallName): string =>
  Object.entries(contract[name].errors)
    .map(([error, { status, code }]) => `${error} ${status}/${code}`)
    .join(', ') || '–';

function testOf(name: CallName): string {
  const domain = Object.keys(domains).find((key) => name in (domains[key]?.calls ?? {}));
  return `[${domain}](../tests/contract/${domain}.test.ts)`;
}
