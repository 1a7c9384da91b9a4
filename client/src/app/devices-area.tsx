import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Profile } from '#shared/profile.ts';
import { lazyPage } from '../api/load-chunk.ts';
import { DeviceLimitDialog } from '../features/devices/device-limit-dialog.tsx';
import { deviceLimit } from '../features/devices/device-rules.ts';
import { DevicesSection } from '../features/devices/devices-section.tsx';
import { UnlinkDeviceDialog } from '../features/devices/unlink-device-dialog.tsx';
import { addDevicePath, routerPath, sectionPath } from '../paths.ts';
import { saveNextToast } from '../toasts/toast-queue.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { type DevicesTarget, readDevicesTarget } from './profile-url.ts';

const RouterScreen = lazyPage('router-screen', () =>
  import('../features/router-setup/router-screen.tsx').then((file) => file.RouterScreen),
);
const AddDeviceDialog = lazyPage('add-device-dialog', () =>
  import('../features/pairing/add-device-dialog.tsx').then((file) => file.AddDeviceDialog),
);
const DownloadDialog = lazyPage('download-dialog', () =>
  import('../features/pairing/download-dialog.tsx').then((file) => file.DownloadDialog),
);

/** The devices section with everything that opens from it: adding, downloads, the router screen. */
export function DevicesArea({ profile }: { profile: Profile }) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [downloading, setDownloading] = useState(false);
  const target = readDevicesTarget(search);

  if (target.kind === 'router') {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <RouterScreen
          key={target.deviceId}
          profile={profile}
          deviceId={target.deviceId}
          renderDeviceLimit={(props) => <DeviceLimitDialog profile={profile} {...props} />}
          renderUnlink={(device, onClose) => (
            <UnlinkDeviceDialog
              device={device}
              onClose={onClose}
              onDone={() => {
                saveNextToast('deviceDeleted');
                location.assign(sectionPath('DEVICES'));
              }}
            />
          )}
        />
      </Suspense>
    );
  }
  return (
    <>
      <DevicesSection
        profile={profile}
        onAdd={() => navigate(addDevicePath, { state: openedHere })}
        onDownload={profile.type === 'setapp' ? undefined : () => setDownloading(true)}
        routerPath={routerPath}
      />
      {target.kind === 'add' && <AddDevice profile={profile} requested={target.requested} />}
      {downloading && (
        <Suspense>
          <DownloadDialog onClose={() => setDownloading(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The history state of an address that this page opened: closing it goes back. */
const openedHere = { openedHere: true };

interface AddDeviceProps {
  profile: Profile;
  requested: Extract<DevicesTarget, { kind: 'add' }>['requested'];
}

/** "Add new device", after the device limit dialog when the account is full. */
function AddDevice({ profile, requested }: AddDeviceProps) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [full, setFull] = useState(() => profile.devices.length >= deviceLimit(profile));
  const close = () => {
    if (state?.openedHere === true) navigate(-1);
    else navigate(sectionPath('DEVICES'), { replace: true });
  };
  if (full) return <DeviceLimitDialog profile={profile} onClose={close} onContinue={() => setFull(false)} />;
  return (
    <Suspense>
      <AddDeviceDialog profile={profile} requested={requested} routerPath={routerPath()} onClose={close} />
    </Suspense>
  );
}
