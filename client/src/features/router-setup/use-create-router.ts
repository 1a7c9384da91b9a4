import { useState } from 'react';
import { calls } from '#shared/calls.ts';
import type { Device } from '#shared/devices.ts';
import { codes } from '#shared/problem.ts';
import type { CreatedRouter, RouterDraft } from '#shared/router-setup.ts';
import { describeProblem, type ProblemText } from '../../api/describe-problem.ts';
import { refresh } from '../../api/read.ts';
import { RequestProblem } from '../../api/request-problem.ts';
import { requireText } from '../../api/require-text.ts';
import { write } from '../../api/write.ts';
import { isRouter } from '../../profile/is-router.ts';
import { removeDevice } from '../../profile/remove-device.ts';
import { refetchProfile } from '../../profile/use-profile.ts';
import { isOutcomeUnknown, mayBeApplied, mayStillBeApplied } from '../../profile/write-outcome.ts';
import { rememberSession } from '../../session/remember-session.ts';
import { notifyTabs } from '../../session/tabs.ts';
import { showToast } from '../../toasts/toast-queue.ts';
import { useIsMounted } from '../../ui/use-is-mounted.ts';
import { normalizeConfiguration } from './configuration-file.ts';
import { newFileName, saveFile } from './save-file.ts';
import { keepRouterConfiguration } from './use-router-configuration.ts';

/**
 * `lost`: the response was lost, and the account does not have the router. `unknown`: the account could not be read
 * either, or may still get the router.
 */
export type CreationFailure =
  | { readonly kind: 'limit' }
  | { readonly kind: 'lost' | 'unknown' }
  | { readonly kind: 'problem'; readonly problem: ProblemText };

export interface CreatedDevice {
  readonly id: string;
  readonly name: string;
  /** The router was created, but its file was lost. */
  readonly fileLost: boolean;
  /** The router that it replaces. It has been deleted, if possible. */
  readonly replacedId: string | null;
}

interface CreationOptions {
  readonly devices: readonly Device[];
  /** Whether the account has a slot for one more device. */
  readonly hasSlot: boolean;
  /** The router that the new one replaces. */
  readonly replacedId: string | null;
  readonly onCreated: (device: CreatedDevice) => void;
}

/**
 * Creates a router and saves its file. After a lost response it checks the account before a retry: a second router
 * would use another slot. A replaced router is deleted afterwards, or before where the new one needs its slot.
 */
export function useCreateRouter({ devices, hasSlot, replacedId, onCreated }: CreationOptions) {
  const [failure, setFailure] = useState<CreationFailure | null>(null);
  const [pending, setPending] = useState<PendingRouter | null>(null);
  const isMounted = useIsMounted();
  // No other account hears of the router.
  const [isSameSession] = useState(rememberSession);

  const fail = (reason: CreationFailure) => {
    setFailure(reason);
    if (isSameSession())
      showToast('bad', reason.kind === 'limit' ? 'toast.deviceLimitExceeded' : 'toast.configurationFailed');
  };
  const failBy = (problem: unknown) =>
    fail(isDeviceLimit(problem) ? { kind: 'limit' } : { kind: 'problem', problem: describeProblem(problem) });

  const deleteReplaced = async () => {
    if (replacedId !== null) await removeDevice({ id: replacedId, platform: 'router' });
  };
  const finish = async (device: Omit<CreatedDevice, 'replacedId'>) => {
    // A user who has left decides in the list of devices.
    if (!isMounted()) return;
    await deleteReplaced().catch(() => undefined);
    onCreated({ ...device, replacedId });
  };

  /** Shows the router if the account has it. */
  const findRouter = async (router: PendingRouter): Promise<'found' | 'lost' | 'unknown'> => {
    const profile = await refetchProfile().catch(() => null);
    if (profile === null || !isSameSession()) return 'unknown';
    const device = findCreatedRouter(router, profile.devices);
    if (!device) return mayStillBeApplied(router.lostAt) ? 'unknown' : 'lost';
    // `write` has not done so: it has failed.
    notifyTabs('changed');
    await finish({ id: device.id, name: device.name, fileLost: true });
    return 'found';
  };
  const checkAccount = async (router: PendingRouter) => {
    const kind = await findRouter(router);
    if (kind !== 'found') fail({ kind });
  };
  const make = async (draft: RouterDraft) => {
    try {
      if (!hasSlot) await deleteReplaced();
    } catch (problem) {
      return failBy(problem);
    }
    try {
      const created = await createRouter(draft);
      saveFile(newFileName(draft.router_name), normalizeConfiguration(created.router_configuration));
      if (isSameSession()) showToast('ok', 'toast.configurationDownloaded');
      await finish({ id: created.device_id, name: draft.router_name, fileLost: false });
    } catch (problem) {
      const router = { name: draft.router_name, knownIds: devices.map(({ id }) => id), lostAt: Date.now() };
      if (!isOutcomeUnknown(problem)) {
        const isFound = mayBeApplied(problem) && (await findRouter(router)) === 'found';
        return isFound ? undefined : failBy(problem);
      }
      setPending(router);
      await checkAccount(router);
    }
  };
  return {
    failure,
    clear: () => setFailure(null),
    /** Creates the router; after a lost response only if the account does not have it. */
    async create(draft: RouterDraft) {
      const before = pending && (await findRouter(pending));
      if (before === 'unknown') return fail({ kind: 'unknown' });
      if (before !== 'found') await make(draft);
    },
    /** Only checks the account. */
    async check() {
      if (pending) await checkAccount(pending);
    },
  };
}

/** Creates a router. The device list reloads in any case. */
async function createRouter(draft: RouterDraft): Promise<CreatedRouter> {
  try {
    const created = await write(calls.createRouterConfiguration, draft);
    const { device_id, ...configuration } = created;
    requireText(configuration.router_configuration);
    await keepRouterConfiguration(requireText(device_id), { ...draft, ...configuration });
    return created;
  } finally {
    void refresh(calls.profile);
  }
}

/** Whether the device limit was reached. product.md §8 */
const isDeviceLimit = (problem: unknown): boolean =>
  problem instanceof RequestProblem &&
  problem.code === codes.resourceExhausted &&
  problem.message === 'device limit reached';

/** A router whose creation has an unknown outcome. */
export interface PendingRouter {
  readonly name: string;
  /** The devices before the request. */
  readonly knownIds: readonly string[];
  /** When its response was lost, in epoch milliseconds. */
  readonly lostAt: number;
}

/** The created router in a fresh list; null when it was not created. */
export const findCreatedRouter = (
  { name, knownIds }: Omit<PendingRouter, 'lostAt'>,
  devices: readonly Device[],
): Device | null =>
  devices.find((device) => isRouter(device) && device.name === name && !knownIds.includes(device.id)) ?? null;
