import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Profile } from '#shared/profile.ts';
import { lazyPart, loadChunk } from '../api/load-chunk.ts';
import { DeviceLimitDialog } from '../features/devices/device-limit-dialog.tsx';
import { DevicesSection } from '../features/devices/devices-section.tsx';
import { UnlinkDeviceDialog } from '../features/devices/unlink-device-dialog.tsx';
import { sectionPath } from '../paths.ts';
import { hasFreeSlot } from '../profile/device-limit.ts';
import { addDeviceKindPath, addDevicePath, type DevicesTarget, readDevicesTarget } from '../profile/devices-url.ts';
import { isAccountUnnamed, noticesShown } from '../session/unconfirmed-account.ts';
import { useStoreValue } from '../store.ts';
import { showLoadFailure } from '../toasts/show-load-failure.ts';
import { saveNextToast, showToast } from '../toasts/toast-queue.ts';
import { useIsMounted } from '../ui/use-is-mounted.ts';
import { useLazyDialog } from '../ui/use-lazy-dialog.ts';
import { PageSkeleton } from './page-skeleton.tsx';

const RouterScreen = lazyPart(
  'router-screen',
  () => import('../features/router-setup/router-screen.tsx').then((file) => file.RouterScreen),
  <PageSkeleton titled />,
);
const loadAddDeviceDialog = () =>
  loadChunk('add-device-dialog', () =>
    import('../features/pairing/add-device-dialog.tsx').then((file) => file.AddDeviceDialog),
  );
const loadDownloadDialog = () =>
  loadChunk('download-dialog', () =>
    import('../features/pairing/download-dialog.tsx').then((file) => file.DownloadDialog),
  );

/** The devices section with everything that opens from it: adding, downloads, the router screen. */
export function DevicesArea({ profile }: { profile: Profile }) {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  // A dialog of the address would cover the name of the account on phones.
  const isNaming = useStoreValue(noticesShown, isAccountUnnamed) && state?.openedHere !== true;
  const download = useLazyDialog(loadDownloadDialog);
  const [newIds, setNewIds] = useState<readonly string[]>([]);
  const target = readDevicesTarget(search);

  if (target.kind === 'router') {
    return (
      <RouterScreen
        key={`${target.deviceId} ${target.replacedId}`}
        profile={profile}
        deviceId={target.deviceId}
        replacedId={target.replacedId}
        hasSlot={hasFreeSlot(profile)}
        renderDeviceLimit={(props) => <DeviceLimitDialog profile={profile} {...props} />}
        renderUnlink={(device, onClose) => (
          <UnlinkDeviceDialog
            device={device}
            onClose={onClose}
            onDone={() => {
              const shown = readDevicesTarget(location.search);
              // The user may have left the router's screen.
              if (shown.kind !== 'router' || shown.deviceId !== device.id)
                return showToast('ok', 'toast.deviceDeleted');
              saveNextToast('deviceDeleted');
              location.assign(sectionPath('DEVICES'));
            }}
          />
        )}
      />
    );
  }
  return (
    <>
      <DevicesSection
        profile={profile}
        newIds={newIds}
        // Not again while its code is loading: Close goes back one entry.
        onAdd={() => (target.kind !== 'add' || isNaming) && navigate(addDevicePath, { state: openedHere })}
        onDownload={profile.type === 'setapp' ? undefined : () => void download.open().catch(showLoadFailure)}
      />
      {target.kind === 'add' && !isNaming && (
        <AddDevice profile={profile} requested={target.requested} onPaired={setNewIds} />
      )}
      {download.Dialog && <download.Dialog profile={profile} onPaired={setNewIds} onClose={download.close} />}
    </>
  );
}

/** The history state of a URL that this page opened: closing it goes back. */
const openedHere = { openedHere: true };

interface AddDeviceProps {
  profile: Profile;
  requested: Extract<DevicesTarget, { kind: 'add' }>['requested'];
  onPaired: (newIds: readonly string[]) => void;
}

/** "Add new device", after the device limit dialog if no slot is free. */
function AddDevice({ profile, requested, onPaired }: AddDeviceProps) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [showsLimitDialog, setShowsLimitDialog] = useState(() => !hasFreeSlot(profile));
  const { Dialog, open } = useLazyDialog(loadAddDeviceDialog);
  const isMounted = useIsMounted();
  const close = () => {
    if (state?.openedHere === true) navigate(-1);
    else navigate(sectionPath('DEVICES'), { replace: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the limit dialog is closed, or at once without it.
  useEffect(() => {
    if (showsLimitDialog) return;
    const closeUnlessOpen = (isOpen: boolean) => {
      if (!isOpen && isMounted()) close();
    };
    open().then(closeUnlessOpen, () => {
      showLoadFailure();
      closeUnlessOpen(false);
    });
  }, [showsLimitDialog]);
  if (showsLimitDialog) {
    return <DeviceLimitDialog profile={profile} onClose={close} onContinue={() => setShowsLimitDialog(false)} />;
  }
  if (!Dialog) return null;
  return (
    <Dialog
      profile={profile}
      requested={requested}
      // In the URL, so that Back from the router setup returns to the same tab.
      onSelect={(kind) => navigate(addDeviceKindPath(kind), { replace: true, state })}
      onPaired={onPaired}
      onClose={close}
    />
  );
}
