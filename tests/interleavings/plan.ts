import fc from 'fast-check';
import type { StoreState } from './shared-redis.ts';
import type { RefreshFault } from './simulated-upstream.ts';

export const linksPerBrowser = 2;

export type Kind = 'call' | 'sign out' | 'sign in' | 'delete account' | 'hand over' | 'open link';

export interface RequestAction {
  readonly kind: Kind;
  readonly replica: number;
  /** After so many steps the client disconnects, unless it has its response; null for never. */
  readonly leavesAfter: number | null;
  /** Which of the browser's links; only for `open link`. */
  readonly link: number;
}

export type Action =
  | RequestAction
  | { readonly kind: 'expire access tokens' }
  | { readonly kind: 'wait'; readonly seconds: number };

export type Incident =
  | { readonly kind: 'crash'; readonly replica: number }
  | { readonly kind: 'store'; readonly replicas: readonly number[]; readonly state: StoreState }
  | { readonly kind: 'store forgets'; readonly noticed: boolean }
  | { readonly kind: 'upstream ends sessions' };

/** What happens, apart from the order. */
export interface Plan {
  readonly graceSeconds: number;
  readonly browsers: number;
  /** Whether each browser begins with a session. */
  readonly beginsSignedIn: boolean;
  /** The tabs' actions, one list for each of 2 to 4 tabs. */
  readonly tabs: readonly (readonly Action[])[];
  readonly incidents: readonly { readonly step: number; readonly incident: Incident }[];
  readonly refreshFaults: readonly RefreshFault[];
}

const replicaIndex = fc.nat(1);

interface Weights {
  readonly call: number;
  readonly signOutOrIn: number;
  readonly deleteOrHandOver: number;
  readonly openLink: number;
  readonly wait: number;
}

const tabsOf = (weights: Weights, waits: readonly number[], maxLength: number): fc.Arbitrary<Plan['tabs']> => {
  const request: fc.Arbitrary<RequestAction> = fc.record({
    kind: fc.oneof(
      { arbitrary: fc.constant('call' as const), weight: weights.call },
      { arbitrary: fc.constantFrom('sign out' as const, 'sign in' as const), weight: weights.signOutOrIn },
      {
        arbitrary: fc.constantFrom('delete account' as const, 'hand over' as const),
        weight: weights.deleteOrHandOver,
      },
      { arbitrary: fc.constant('open link' as const), weight: weights.openLink },
    ),
    replica: replicaIndex,
    leavesAfter: fc.option(fc.nat(60), { nil: null, freq: 12 }),
    link: fc.constantFrom(0, 0, 0, 0, 0, 1),
  });
  const action: fc.Arbitrary<Action> = fc.oneof(
    { arbitrary: request, weight: 8 },
    { arbitrary: fc.constant<Action>({ kind: 'expire access tokens' }), weight: 3 },
    {
      arbitrary: fc.constantFrom(...waits).map((seconds): Action => ({ kind: 'wait', seconds })),
      weight: weights.wait,
    },
  );
  return fc.array(fc.array(action, { minLength: 1, maxLength }), { minLength: 2, maxLength: 4 });
};

/** One schedule in six has more than 120 steps, some have a thousand. */
const step = fc.oneof({ arbitrary: fc.nat(120), weight: 5 }, { arbitrary: fc.nat(1_000), weight: 1 });
const storeIncident: fc.Arbitrary<Incident> = fc.oneof(
  fc.record({
    kind: fc.constant('store' as const),
    replicas: fc.constantFrom([0], [1], [0, 1]),
    state: fc.constantFrom<StoreState>('up', 'up', 'refuses', 'stalls', 'loses responses'),
  }),
  fc.record({ kind: fc.constant('store forgets' as const), noticed: fc.boolean() }),
);
const crash = fc.record({ kind: fc.constant('crash' as const), replica: replicaIndex });
const ends = fc.constant<Incident>({ kind: 'upstream ends sessions' });
const at = (incident: fc.Arbitrary<Incident>, maxLength: number) =>
  fc.array(fc.record({ step, incident }), { maxLength });

const common = { graceSeconds: fc.constantFrom(0, 30), browsers: fc.constantFrom(1, 1, 2) };
const fault = fc.constantFrom<RefreshFault>('none', 'none', 'server error', 'lost request', 'lost response');

/** A third of the plans have no fault in store, replicas and upstream: they keep the strictest properties. */
const faults = fc.oneof(
  fc.record({ ...common, incidents: at(ends, 1), refreshFaults: fc.constant([]) }),
  fc.record({
    ...common,
    incidents: at(fc.oneof(crash, crash, ends), 3),
    refreshFaults: fc.array(fault, { maxLength: 4 }),
  }),
  fc.record({
    ...common,
    incidents: at(fc.oneof(storeIncident, storeIncident, storeIncident, crash, ends), 6),
    refreshFaults: fc.array(fault, { maxLength: 4 }),
  }),
);

const sessions = fc.record({
  beginsSignedIn: fc.constant(true),
  tabs: tabsOf({ call: 6, signOutOrIn: 3, deleteOrHandOver: 2, openLink: 0, wait: 1 }, [2, 12, 40], 4),
});
/** A link signs in where there is no session, and no more after two minutes. */
const links = fc.record({
  beginsSignedIn: fc.constantFrom(true, false, false, false),
  tabs: tabsOf({ call: 2, signOutOrIn: 3, deleteOrHandOver: 3, openLink: 9, wait: 2 }, [2, 125, 125], 5),
});

export const plans: fc.Arbitrary<Plan> = fc
  .tuple(fc.oneof({ arbitrary: sessions, weight: 1 }, { arbitrary: links, weight: 1 }), faults)
  .map(([tabs, incidents]) => ({ ...tabs, ...incidents }));
