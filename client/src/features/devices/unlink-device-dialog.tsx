import { useTranslation } from 'react-i18next';
import type { Device } from '#shared/devices.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { isRouter } from '../../profile/is-router.ts';
import { removeDevice } from '../../profile/remove-device.ts';
import { useToastIfLeft } from '../../profile/use-toast-if-left.ts';
import { isOutcomeUnknown } from '../../profile/write-outcome.ts';
import { start } from '../../start.ts';
import { showToast } from '../../toasts/toast-queue.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { useIsMounted } from '../../ui/use-is-mounted.ts';
import { DeviceIcon } from './device-icon.tsx';
import { useDescribeDevice } from './use-describe-device.ts';
import './unlink-device-dialog.css';

interface UnlinkDeviceDialogProps {
  device: Device;
  onClose: () => void;
  onDone: () => void;
}

/** Confirms unlinking a device, by its name. product.md §8 */
export function UnlinkDeviceDialog({ device, onClose, onDone }: UnlinkDeviceDialogProps) {
  const { t } = useTranslation();
  const describe = useDescribeDevice();
  const { status, submit } = useSubmit();
  const unlinking = status === 'running' || status === 'done';
  const isMounted = useIsMounted();
  const prepareToast = useToastIfLeft();
  const unlink = () => {
    const toastIfLeft = prepareToast();
    return submit(
      async () => {
        await removeDevice(device);
        onDone();
      },
      (failure) => {
        // product.md §8: devices are unlinked, routers deleted, and its toast is about a failed deletion.
        if (isRouter(device) && isMounted()) showToast('bad', 'toast.deviceDeletionFailed');
        toastIfLeft(isOutcomeUnknown(failure) ? 'toast.deviceDeletionUnknown' : 'toast.deviceDeletionFailed');
        return true;
      },
    );
  };
  return (
    <Dialog
      title={t('devices.unlinkTitle')}
      closeLabel={t('dialog.close')}
      onClose={onClose}
      busy={unlinking}
      actions={
        <>
          <Button onClick={onClose} aria-disabled={unlinking}>
            {t('dialog.cancel')}
          </Button>
          <Button variant="danger" loading={unlinking} onClick={() => void unlink()}>
            {t(unlinking ? 'devices.unlinking' : 'devices.unlink')}
          </Button>
        </>
      }
    >
      <p className="soft">
        {isRouter(device) ? t('devices.unlinkRouterText') : t('devices.unlinkText', { product: start.productName })}
      </p>
      <div className="unlink-device row gap-3 mt-4">
        <Glyph>
          <DeviceIcon device={device} />
        </Glyph>
        <div className="grow">
          <p className="unlink-device__name">{device.name}</p>
          <p className="small muted">{describe(device)}</p>
        </div>
      </div>
      {status === 'failed' && (
        <div className="mt-4">
          <FieldError>{t('devices.unlinkFailed')}</FieldError>
        </div>
      )}
    </Dialog>
  );
}
