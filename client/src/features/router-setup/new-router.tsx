import { type ReactNode, useCallback, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from '#shared/calls.ts';
import type { Profile } from '#shared/profile.ts';
import { request } from '../../api/request.ts';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ScrollIntoView } from '../../ui/scroll-into-view.tsx';
import type { Entry } from './catalogue.ts';
import { CreationProblem } from './creation-problem.tsx';
import { DownloadBar } from './download-bar.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { type ChosenLocation, findLocation, needsPayment } from './location-choice.ts';
import { LocationPicker } from './location-picker.tsx';
import { ProtectCard } from './protect-card.tsx';
import { toEnhancer } from './protection.ts';
import { changeDraft, emptyDraft, isDirty, nameLimit, nextRouterName, protectionObstacle } from './router-draft.ts';
import { RouterIntro } from './router-intro.tsx';
import { type CreatedDevice, useCreateRouter } from './use-create-router.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

export interface DeviceLimitProps {
  readonly onClose: () => void;
  readonly onContinue: () => void;
}

interface NewRouterProps {
  profile: Profile;
  entries: readonly Entry[];
  /** The recommended location, if any. */
  optimal: ChosenLocation | null;
  onCreated: (device: CreatedDevice) => void;
  /** Renders the dialog for a full device list. */
  renderDeviceLimit: (props: DeviceLimitProps) => ReactNode;
}

/** "Manual router setup": name, location, protections, download. product.md §4 */
export function NewRouter({ profile, entries, optimal, onCreated, renderDeviceLimit }: NewRouterProps) {
  const { t } = useTranslation();
  const [draft, change] = useReducer(changeDraft, emptyDraft);
  const [working, setWorking] = useState(false);
  const creation = useCreateRouter(profile.devices, onCreated);
  const { failure } = creation;
  const unsure = failure?.kind === 'unknown';
  const guard = useLeaveGuard(isDirty(draft) ? 'ask' : null);

  const placeholder = nextRouterName(
    profile.devices.map(({ name }) => name),
    (number) => t('routers.defaultName', { number }),
  );
  const chosen = findLocation(entries, draft.location);
  const pays = chosen !== null && needsPayment(chosen.entry, profile.subscription?.hasActiveSubscription === true);
  const choose = useCallback((entry: Entry, clusterId: string) => {
    const { groupId, shortcutId, mode } = entry;
    change({ kind: 'location', mode, location: { groupId, shortcutId, clusterId } });
  }, []);

  const download = async () => {
    if (!chosen) return;
    setWorking(true);
    creation.clear();
    if (pays) await openPayment(guard.release).catch(creation.failBy);
    else if (unsure) await creation.check();
    else {
      await creation.create({
        shortcut_group_id: chosen.entry.groupId,
        shortcut_id: chosen.entry.shortcutId,
        cluster_id: chosen.city.clusterId,
        enhancer: toEnhancer(draft.protection),
        router_model: 'router',
        router_name: draft.name.trim() || placeholder,
      });
    }
    setWorking(false);
  };
  return (
    <>
      <div className="page-head mt-1">
        <PageTitle title={t('routers.title')} />
        <RouterIntro />
      </div>
      <div className="stack gap-4">
        <Card>
          <TextField
            label={t('routers.name')}
            name="router-name"
            autoComplete="off"
            placeholder={placeholder}
            value={draft.name}
            readOnly={working}
            hint={[...draft.name].length === nameLimit && t('routers.nameLimit', { count: nameLimit })}
            onChange={({ target }) => change({ kind: 'name', name: target.value })}
          />
        </Card>
        <LocationPicker
          entries={entries}
          mode={draft.mode}
          onMode={(mode) => change({ kind: 'mode', mode })}
          chosen={draft.location}
          optimal={optimal}
          onChoose={choose}
        />
        <ProtectCard
          protection={draft.protection}
          reason={protectionObstacle(draft, chosen?.entry.mode ?? null)}
          onChange={(protection) => change({ kind: 'protection', protection })}
        />
        {failure && failure.kind !== 'limit' && (
          <ScrollIntoView>
            <CreationProblem failure={failure} />
          </ScrollIntoView>
        )}
      </div>
      <DownloadBar chosen={chosen} pays={pays} unsure={unsure} working={working} onDownload={download} />
      {guard.asking && <LeaveDialog onLeave={guard.leave} onStay={guard.stay} />}
      {failure?.kind === 'limit' && renderDeviceLimit({ onClose: creation.clear, onContinue: download })}
    </>
  );
}

/** Opens the payment page. Rejects when its link cannot be fetched, or is not http(s). */
async function openPayment(beforeLeaving: () => void): Promise<void> {
  const { link } = await request(calls.paymentLink);
  const { protocol, href } = new URL(link);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('The payment link is no web address');
  beforeLeaving();
  location.assign(href);
}
