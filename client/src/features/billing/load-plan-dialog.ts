import type { ComponentType } from 'react';
import type { Profile } from '#shared/profile.ts';
import { loadPart } from '../../api/load-part.ts';
import { cancelWay } from './cancel-way.ts';
import type { PlanAction } from './plan-action.ts';
import type { PlanDialogProps } from './plan-dialog-props.ts';

const loaders = {
  renew: () => loadPart('renew-dialog', () => import('./renew-dialog.tsx').then((file) => file.RenewDialog)),
  cancel: () => loadPart('cancel-dialog', () => import('./cancel-dialog.tsx').then((file) => file.CancelDialog)),
  store: () => loadPart('store-dialog', () => import('./store-dialog.tsx').then((file) => file.StoreDialog)),
};

/** Fetches the dialog that asks before a plan goes on or ends. */
export function loadPlanDialog(profile: Profile, action: PlanAction | null): Promise<ComponentType<PlanDialogProps>> {
  if (action === 'renew') return loaders.renew();
  return cancelWay(profile) === 'here' ? loaders.cancel() : loaders.store();
}
