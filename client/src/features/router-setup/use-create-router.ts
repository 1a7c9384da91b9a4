import { useState } from 'react';
import { calls } from '#shared/calls.ts';
import type { Device } from '#shared/devices.ts';
import { codes } from '#shared/problem.ts';
import type { CreatedRouter, RouterDraft } from '#shared/router-setup.ts';
import { readPlatform } from '#shared/wire-values.ts';
import { describeProblem, type ProblemText } from '../../api/describe-problem.ts';
import { refresh } from '../../api/read.ts';
import { isOutcomeUnknown, RequestProblem } from '../../api/request-problem.ts';
import { write } from '../../api/write.ts';
import { refetchProfile } from '../../profile/use-profile.ts';
import { showToast } from '../../toasts/toast-queue.ts';
import { normalizeConfiguration } from './configuration-file.ts';
import { newFileName, saveFile } from './save-file.ts';
import { keepRouterConfiguration } from './use-router-configuration.ts';

/** `lost`: no answer came, and the router is not on the account. `unknown`: the account could not be asked either. */
export type CreationFailure =
  | { readonly kind: 'limit' }
  | { readonly kind: 'lost' | 'unknown' }
  | { readonly kind: 'problem'; readonly problem: ProblemText };

export interface CreatedDevice {
  readonly id: string;
  readonly name: string;
  /** The router was made, but its file did not arrive. */
  readonly fileLost: boolean;
}

/**
 * Makes a router and saves its file. Where the answer is lost the account is looked at before the same is offered again:
 * a second router would take a second place.
 */
export function useCreateRouter(devices: readonly Device[], onCreated: (device: CreatedDevice) => void) {
  const [failure, setFailure] = useState<CreationFailure | null>(null);
  const [lost, setLost] = useState<PendingRouter | null>(null);

  const fail = (reason: CreationFailure) => {
    setFailure(reason);
    showToast('bad', reason.kind === 'limit' ? 'toast.deviceLimitExceeded' : 'toast.configurationFailed');
  };
  const failBy = (problem: unknown) =>
    fail(isDeviceLimit(problem) ? { kind: 'limit' } : { kind: 'problem', problem: describeProblem(problem) });

  /** Shows the router where it is there after all; else tells whether it surely is not. */
  const lookFor = async (wanted: PendingRouter): Promise<'found' | 'lost' | 'unknown'> => {
    const profile = await refetchProfile().catch(() => null);
    if (profile === null) return 'unknown';
    const device = findCreatedRouter(wanted, profile.devices);
    if (!device) return 'lost';
    onCreated({ id: device.id, name: device.name, fileLost: true });
    return 'found';
  };
  const checkLost = async (wanted: PendingRouter) => {
    const kind = await lookFor(wanted);
    if (kind !== 'found') fail({ kind });
  };
  const make = async (draft: RouterDraft) => {
    // Without a network nothing is sent, so nothing can be lost.
    const sent = navigator.onLine;
    try {
      const created = await createRouter(draft);
      saveFile(newFileName(draft.router_name), normalizeConfiguration(created.router_configuration));
      showToast('ok', 'toast.configurationDownloaded');
      onCreated({ id: created.device_id, name: draft.router_name, fileLost: false });
    } catch (problem) {
      if (!sent || !isOutcomeUnknown(problem)) return failBy(problem);
      const wanted = { name: draft.router_name, knownIds: devices.map(({ id }) => id) };
      setLost(wanted);
      await checkLost(wanted);
    }
  };
  return {
    failure,
    failBy,
    clear: () => setFailure(null),
    /** Makes the router; after a lost answer only where it is not there by now. */
    async create(draft: RouterDraft) {
      const before = lost && (await lookFor(lost));
      if (before === 'unknown') return fail({ kind: 'unknown' });
      if (before !== 'found') await make(draft);
    },
    /** Only looks what became of it. */
    async check() {
      if (lost) await checkLost(lost);
    },
  };
}

/** Makes a router on the account; the list of devices follows, whatever became of the call. */
async function createRouter(draft: RouterDraft): Promise<CreatedRouter> {
  try {
    const created = await write(calls.createRouterConfiguration, draft);
    const { device_id, ...configuration } = created;
    await keepRouterConfiguration(device_id, { ...draft, ...configuration });
    return created;
  } finally {
    void refresh(calls.profile);
  }
}

/** Whether there was no free slot. product.md §8 */
const isDeviceLimit = (problem: unknown): boolean =>
  problem instanceof RequestProblem &&
  problem.code === codes.resourceExhausted &&
  problem.message === 'device limit reached';

/** A router that was asked for without an answer: nobody knows whether it was made. */
export interface PendingRouter {
  readonly name: string;
  /** The devices that were there before. */
  readonly knownIds: readonly string[];
}

/** The router in a fresh list; null when it was not made. */
export const findCreatedRouter = ({ name, knownIds }: PendingRouter, devices: readonly Device[]): Device | null =>
  devices.find(
    (device) => readPlatform(device.platform) === 'router' && device.name === name && !knownIds.includes(device.id),
  ) ?? null;
