import { type ReactNode, useCallback, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '#shared/devices.ts';
import type { Profile } from '#shared/profile.ts';
import { openPlans } from '../../profile/open-plans.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { ScrollIntoView } from '../../ui/scroll-into-view.tsx';
import type { Entry } from './catalog.ts';
import { CreationProblem } from './creation-problem.tsx';
import { DownloadBar } from './download-bar.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { type ChosenLocation, findLocation, needsPayment } from './location-choice.ts';
import { LocationPicker } from './location-picker.tsx';
import { ProtectCard } from './protect-card.tsx';
import { toEnhancer } from './protection.ts';
import { readRecentLocations, saveRecentLocation } from './recent-locations.ts';
import { changeDraft, emptyDraft, isDirty, protectionObstacle } from './router-draft.ts';
import { RouterIntro } from './router-intro.tsx';
import { isNameTaken, maxNameLength, nextRouterName, truncateName } from './router-name.ts';
import { clearSavedDraft, readSavedDraft, saveDraft } from './saved-draft.ts';
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
  /** The router that the new one replaces, if any. */
  replaced: Device | null;
  /** Whether the account has a slot for one more device. */
  hasSlot: boolean;
  /** Renders the dialog for a full device list. */
  renderDeviceLimit: (props: DeviceLimitProps) => ReactNode;
}

/** "Manual router setup": name, location, protections, download. product.md §4 */
export function NewRouter(props: NewRouterProps) {
  const { profile, entries, optimal, replaced, hasSlot, onCreated, renderDeviceLimit } = props;
  const { t } = useTranslation();
  const account = profile.account_id;
  const replacedId = replaced?.id ?? null;
  const givenName = replaced?.name ?? '';
  const [saved] = useState(() => {
    const found = readSavedDraft(account);
    return found?.replacedId === replacedId ? found.draft : null;
  });
  const [draft, change] = useReducer(changeDraft, saved ?? { ...emptyDraft, name: truncateName(givenName) });
  const [working, setWorking] = useState(false);
  const [nameTaken, setNameTaken] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const [recent] = useState(() => readRecentLocations(account));
  const creation = useCreateRouter({
    devices: profile.devices,
    hasSlot,
    replacedId,
    onCreated(device) {
      if (draft.location) saveRecentLocation(account, draft.location);
      clearSavedDraft();
      onCreated(device);
    },
  });
  const { failure } = creation;
  const unsure = failure?.kind === 'unknown';
  const guard = useLeaveGuard(isDirty(draft, givenName) ? 'ask' : null);

  const otherNames = profile.devices.filter(({ id }) => id !== replacedId).map(({ name }) => name);
  const placeholder = nextRouterName(otherNames, (number) => t('routers.defaultName', { number }));
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
    if (pays) {
      saveDraft(account, draft, replacedId);
      guard.release();
      if (!(await openPlans())) guard.hold();
    } else if (unsure) await creation.check();
    else {
      const name = draft.name.trim();
      // After a lost response, the router itself may have the name.
      if (name !== '' && failure?.kind !== 'lost' && isNameTaken(name, otherNames)) {
        setWorking(false);
        setNameTaken(true);
        return nameField.current?.focus();
      }
      await creation.create({
        shortcut_group_id: chosen.entry.groupId,
        shortcut_id: chosen.entry.shortcutId,
        cluster_id: chosen.city.clusterId,
        enhancer: toEnhancer(draft.protection),
        router_model: 'router',
        router_name: name || placeholder,
      });
    }
    setWorking(false);
  };
  return (
    <>
      <div className="page-head">
        <PageTitle title={t('routers.title')} />
        <RouterIntro />
      </div>
      <div className="stack gap-4">
        {saved && (
          <Banner tone="info" title={t('routers.draftKept')}>
            {t(pays ? 'routers.draftKeptPremium' : 'routers.draftKeptText')}
          </Banner>
        )}
        {replaced && (
          <Banner
            tone="info"
            title={
              <RichText text={t('routers.replaces', { name: replaced.name })} marks={{ b: (name) => <b>{name}</b> }} />
            }
          >
            {t(hasSlot ? 'routers.replacesText' : 'routers.replacesFirstText')}
          </Banner>
        )}
        <Card>
          <TextField
            ref={nameField}
            label={t('routers.name')}
            name="router-name"
            autoComplete="off"
            placeholder={placeholder}
            value={draft.name}
            readOnly={working}
            hint={[...draft.name].length === maxNameLength && t('routers.nameLimit', { count: maxNameLength })}
            error={nameTaken && t('routers.nameTaken')}
            onChange={({ target }) => {
              change({ kind: 'name', name: target.value });
              setNameTaken(false);
            }}
          />
        </Card>
        <LocationPicker
          entries={entries}
          mode={draft.mode}
          onMode={(mode) => change({ kind: 'mode', mode })}
          chosen={draft.location}
          optimal={optimal}
          recent={recent}
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
      {guard.asking && (
        <LeaveDialog
          onLeave={() => {
            clearSavedDraft();
            guard.leave();
          }}
          onStay={guard.stay}
        />
      )}
      {failure?.kind === 'limit' && renderDeviceLimit({ onClose: creation.clear, onContinue: download })}
    </>
  );
}
