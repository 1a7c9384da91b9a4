import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '#shared/devices.ts';
import type { Profile } from '#shared/profile.ts';
import { hasFreeSlot, hasNoSlots } from '../../profile/device-limit.ts';
import { start } from '../../start.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { DeviceIcon } from './device-icon.tsx';
import { UnlinkDeviceDialog } from './unlink-device-dialog.tsx';
import { useDescribeDevice } from './use-describe-device.ts';
import './device-limit-dialog.css';

interface DeviceLimitDialogProps {
  profile: Profile;
  onClose: () => void;
  /** Continues the action that the limit stopped. */
  onContinue: () => void;
}

/** Shown when the device limit is reached: lets the user unlink devices, then continue. product.md §8 */
export function DeviceLimitDialog({ profile, onClose, onContinue }: DeviceLimitDialogProps) {
  const { t } = useTranslation();
  const describe = useDescribeDevice();
  const id = useId();
  const [unlinking, setUnlinking] = useState<Device | null>(null);
  const { devices } = profile;
  const canContinue = hasFreeSlot(profile);

  if (unlinking) {
    const back = () => setUnlinking(null);
    return <UnlinkDeviceDialog device={unlinking} onClose={back} onDone={back} />;
  }
  if (hasNoSlots(profile) && devices.length === 0) {
    return (
      <Dialog
        title={t('devices.noSlotsTitle')}
        describedBy={id}
        closeLabel={t('dialog.close')}
        onClose={onClose}
        actions={<ButtonLink href={start.links.support}>{t('error.contactSupport')}</ButtonLink>}
      >
        <p className="soft" id={id}>
          {t('devices.noSlotsText')}
        </p>
      </Dialog>
    );
  }
  const proceed = (reasonId?: string) => (
    <Button variant="primary" aria-disabled={!canContinue} aria-describedby={reasonId} onClick={onContinue}>
      {t('devices.limitContinue')}
    </Button>
  );
  return (
    <Dialog
      title={t('devices.limitTitle')}
      describedBy={id}
      closeLabel={t('dialog.close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          {canContinue ? proceed() : <Tooltip text={t('devices.limitReached')}>{proceed}</Tooltip>}
        </>
      }
    >
      {/* Live regions announce changes only, so this text also describes the dialog. */}
      <p className="soft" role="status" id={id}>
        {t(canContinue ? 'devices.limitResolved' : 'devices.limitText')}
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: VoiceOver ignores lists without markers. */}
      <ul className="device-limit mt-4" role="list" aria-label={t('devices.listLabel')}>
        {devices.map((device) => (
          <li key={device.id}>
            <ListRow
              icon={<DeviceIcon device={device} />}
              title={device.name}
              hint={describe(device)}
              action={
                <Button
                  variant="ghost-danger"
                  size="sm"
                  aria-label={t('devices.unlinkNamed', { name: device.name })}
                  onClick={() => setUnlinking(device)}
                >
                  {t('devices.unlink')}
                </Button>
              }
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
