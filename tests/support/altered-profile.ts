import fc from 'fast-check';
import { profileStates, profileTypes, subscriptionVendors } from '#shared/wire-values.ts';
import { createAccount } from '../../sandbox/world/account.ts';
import { describeReadyAccounts } from '../../sandbox/world/accounts/ready-accounts.ts';
import { Clock } from '../../sandbox/world/clock.ts';
import { describeProfile } from '../../sandbox/world/describe-profile.ts';

const daysFromNow = (days: number) => Date.now() + days * 86_400_000;

/** The profile of every account of the sandbox, by email, as the browser receives it. */
export const sandboxProfiles: ReadonlyMap<string, Record<string, unknown>> = new Map(
  describeReadyAccounts(daysFromNow).map((seed) => {
    const account = createAccount(seed, daysFromNow);
    return [account.email, JSON.parse(JSON.stringify(describeProfile(account, new Clock(), true)))];
  }),
);

type Path = readonly (string | number)[];

const listPaths = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, member]) => [
        [...path, Array.isArray(value) ? Number(key) : key],
        ...listPaths(member, [...path, Array.isArray(value) ? Number(key) : key]),
      ])
    : [];

const removed = Symbol('removed');

const replacements = fc.oneof(
  { weight: 3, arbitrary: fc.constant(removed) },
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ...['', ' ', 'x', '12', 'GOLD_TIER', '2026-13-45T99:00:00Z', '2020-01-31T10:00:00Z', '2040-01-31T10:00:00Z'],
      ...[0, 1, -1, 2.5, 7, 1e9, 1e15, 1e300, true, false],
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom([], {}, [null], [{}], { id: null }, [[]]) },
  { weight: 1, arbitrary: fc.string() },
);

/** A copy with the member at a path replaced. */
function replace(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  const members = copy as Record<string | number, unknown>;
  if (rest.length > 0) members[key] = replace(members[key], rest, replacement);
  else if (replacement !== removed) members[key] = replacement;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete members[key];
  return copy;
}

/** A profile of the sandbox with up to five members removed, nulled or altered. */
export const alteredProfile: fc.Arbitrary<Record<string, unknown>> = fc
  .constantFrom(...sandboxProfiles.values())
  .chain((profile) =>
    fc
      .array(fc.tuple(fc.constantFrom(...listPaths(profile)), replacements), { minLength: 1, maxLength: 5 })
      .map((changes) =>
        changes.reduce<unknown>((altered, [path, replacement]) => replace(altered, path, replacement), profile),
      ),
  )
  .map((profile) => profile as Record<string, unknown>);

const date = fc.constantFrom(null, ...[-10, 0, 10].map((days) => new Date(daysFromNow(days)).toISOString()));

/** A paying customer's profile with any plan: every combination of type, state, vendor, dates and flags. */
export const anyPlan: fc.Arbitrary<Record<string, unknown>> = fc
  .record({
    type: fc.constantFrom(...profileTypes),
    state: fc.constantFrom(...profileStates),
    diia_verified: fc.boolean(),
    pay_as_you_go_profile: fc.record({ balance: fc.constant('100'), expiration_date: date }),
    payment_status: fc.constantFrom('succeeded', 'failed'),
    subscription: fc.record({
      vendor: fc.constantFrom(...subscriptionVendors),
      hasActiveSubscription: fc.boolean(),
      subscriptionCancellable: fc.boolean(),
      subscriptionRenewable: fc.boolean(),
      billing_date: date,
      expiration_date: date,
    }),
  })
  .map(({ payment_status, subscription, ...members }) => {
    const paying = sandboxProfiles.get('anna.lindqvist@example.com');
    return {
      ...paying,
      ...members,
      payment_data: { ...Object(paying?.payment_data), payment_status },
      subscription: { ...Object(paying?.subscription), ...subscription },
    };
  });
