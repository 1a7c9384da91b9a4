import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Device } from '#shared/devices.ts';
import type { Profile } from '#shared/profile.ts';
import { deviceLimit, hasFreeSlot, hasNoSlots } from '../../profile/device-limit.ts';
import { routerPath } from '../../profile/devices-url.ts';
import { isRouter } from '../../profile/is-router.ts';
import { start } from '../../start.ts';
import { showToast } from '../../toasts/toast-queue.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CheckIcon } from '../../ui/icons/check-icon.tsx';
import { DevicesIcon } from '../../ui/icons/devices-icon.tsx';
import { NextIcon } from '../../ui/icons/next-icon.tsx';
import { PlusIcon } from '../../ui/icons/plus-icon.tsx';
import { TrashIcon } from '../../ui/icons/trash-icon.tsx';
import { Meter } from '../../ui/meter.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AddTile, Tile, Tiles } from '../../ui/tile.tsx';
import { DeviceIcon } from './device-icon.tsx';
import { UnlinkDeviceDialog } from './unlink-device-dialog.tsx';
import { useDescribeDevice } from './use-describe-device.ts';

interface DevicesSectionProps {
  profile: Profile;
  /** The devices that were just paired: their tiles are marked. */
  newIds: readonly string[];
  onAdd: () => void;
  /** Opens the app downloads; missing for accounts whose apps come from elsewhere. */
  onDownload?: (() => void) | undefined;
}

/** The devices of the account and its device limit. product.md §2 */
export function DevicesSection({ profile, newIds, onAdd, onDownload }: DevicesSectionProps) {
  const { t } = useTranslation();
  const describe = useDescribeDevice();
  const { devices } = profile;
  const limit = deviceLimit(profile);
  const canAdd = hasFreeSlot(profile);
  const noSlots = hasNoSlots(profile);
  const [unlinking, setUnlinking] = useState<Device | null>(null);
  const { list, focusAt } = useFocusInList();

  const renderLinkOf = (device: Device) =>
    isRouter(device)
      ? (className: string, content: ReactNode) => (
          <Link
            className={className}
            to={routerPath(device.id)}
            aria-label={t('devices.openRouter', { name: device.name })}
          >
            {content}
          </Link>
        )
      : undefined;
  const actionOf = (device: Device): ReactNode => (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-label={t('devices.unlinkNamed', { name: device.name })}
        onClick={() => setUnlinking(device)}
      >
        <TrashIcon size="sm" />
      </Button>
      {isRouter(device) && <NextIcon size="sm" className="muted" />}
    </>
  );
  return (
    <>
      <div className="page-head row row--between row--wrap">
        <PageTitle title={t('section.DEVICES')} />
        <div className="row gap-3">
          <span className="small soft num" role="status">
            <RichText
              text={t('devices.connected', { devices: devices.length, maxDevices: limit })}
              marks={{ b: (words) => <b>{words}</b> }}
            />
          </span>
          {!noSlots && <Meter used={devices.length} total={limit} />}
        </div>
      </div>
      {devices.length === 0 ? (
        <Card flush>
          <EmptyState
            icon={<DevicesIcon />}
            title={t(noSlots ? 'devices.noSlotsTitle' : 'devices.emptyTitle')}
            action={
              canAdd ? (
                <Button variant="primary" onClick={onAdd}>
                  <PlusIcon size="sm" />
                  <span>{t('devices.add')}</span>
                </Button>
              ) : (
                <ButtonLink href={start.links.support}>{t('error.contactSupport')}</ButtonLink>
              )
            }
          >
            {t(noSlots ? 'devices.noSlotsText' : 'devices.emptyText')}
          </EmptyState>
        </Card>
      ) : (
        <div ref={list}>
          <Tiles label={t('devices.listLabel')}>
            {devices.map((device) => (
              <Tile
                key={device.id}
                icon={<DeviceIcon device={device} />}
                title={device.name}
                hint={describe(device)}
                renderLink={renderLinkOf(device)}
                badge={
                  newIds.includes(device.id) ? (
                    <Badge tone="success" icon={<CheckIcon size="sm" />}>
                      {t('devices.justPaired')}
                    </Badge>
                  ) : undefined
                }
                action={actionOf(device)}
              />
            ))}
            {canAdd && <AddTile label={t('devices.add')} onClick={onAdd} />}
          </Tiles>
        </div>
      )}
      {!canAdd && devices.length > 0 && <p className="small soft mt-4">{t('devices.limitReached')}</p>}
      {onDownload && (
        <p className="mt-4">
          <TextLink as="button" type="button" block onClick={onDownload}>
            {t('devices.download')}
          </TextLink>
        </p>
      )}
      {unlinking && (
        <UnlinkDeviceDialog
          device={unlinking}
          onClose={() => setUnlinking(null)}
          onDone={() => {
            focusAt(devices.findIndex(({ id }) => id === unlinking.id));
            setUnlinking(null);
            showToast('ok', 'toast.deviceDeleted');
          }}
        />
      )}
    </>
  );
}

/** After a tile is removed, focuses the tile that took its place, or the last one. */
function useFocusInList() {
  const list = useRef<HTMLDivElement>(null);
  const wanted = useRef<number | null>(null);
  // Runs after every render: by then the dialog has returned the focus and the list has its new length.
  useEffect(() => {
    if (wanted.current === null) return;
    const controls = list.current?.querySelectorAll<HTMLElement>('.tile > .btn, .tile--add') ?? [];
    controls[Math.min(wanted.current, controls.length - 1)]?.focus();
    wanted.current = null;
  });
  return {
    list,
    focusAt: (index: number) => {
      wanted.current = index;
    },
  };
}
