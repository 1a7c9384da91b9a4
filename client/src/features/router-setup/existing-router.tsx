import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Device } from '#shared/devices.ts';
import { codes } from '#shared/problem.ts';
import type { Profile } from '#shared/profile.ts';
import { PageLoadFailed } from '../../api/page-load-failed.tsx';
import { RetryBanner } from '../../api/retry-banner.tsx';
import { routerReplacementPath } from '../../profile/devices-url.ts';
import { showToast } from '../../toasts/toast-queue.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DownloadIcon } from '../../ui/icons/download-icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ScrollIntoView } from '../../ui/scroll-into-view.tsx';
import { StickyBar } from '../../ui/sticky-bar.tsx';
import { normalizeConfiguration } from './configuration-file.ts';
import { CredentialsCard } from './credentials-card.tsx';
import { DeviceName } from './device-name.tsx';
import { FileCard } from './file-card.tsx';
import { FirmwareSteps } from './firmware-steps.tsx';
import { type Catalog, LocationCard } from './location-card.tsx';
import { findLocation } from './location-choice.ts';
import { ProtectCard } from './protect-card.tsx';
import { toProtection } from './protection.ts';
import { RouterIntro } from './router-intro.tsx';
import { RouterSkeleton } from './router-skeleton.tsx';
import { fileName, saveFile } from './save-file.ts';
import type { CreatedDevice } from './use-create-router.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useRouterConfiguration } from './use-router-configuration.ts';

interface ExistingRouterProps {
  profile: Profile;
  deviceId: string;
  /** The router if it was created on this screen; null if it was opened. */
  created: CreatedDevice | null;
  /** Needed for the location only. */
  catalog: Catalog;
  renderUnlink: (device: Device, onClose: () => void) => ReactNode;
}

/** "Configurations": an existing router, read-only except for its name. product.md §4 */
export function ExistingRouter({ profile, deviceId, created, catalog, renderUnlink }: ExistingRouterProps) {
  const { t } = useTranslation();
  const { data, error, isValidating, mutate } = useRouterConfiguration(deviceId);
  const [missing, setMissing] = useState(false);
  const [unlinking, setUnlinking] = useState(false);
  useLeaveGuard(created ? 'reload' : null);
  // The button that created the router is at the end of a long page; the result is at the top.
  useEffect(() => {
    scrollTo(0, 0);
  }, []);

  const listed = profile.devices.find(({ id }) => id === deviceId);
  const device: Device = listed ?? { id: deviceId, name: created?.name ?? '', platform: 'router' };
  const file = data?.router_configuration ? normalizeConfiguration(data.router_configuration) : null;
  const location =
    data &&
    catalog.entries &&
    findLocation(catalog.entries, {
      groupId: data.shortcut_group_id,
      shortcutId: data.shortcut_id,
      clusterId: data.cluster_id,
    });
  const download = () => {
    if (file === null) {
      setMissing(true);
      return showToast('bad', 'toast.configurationFailed');
    }
    saveFile(fileName(device.name), file);
    showToast('ok', 'toast.configurationDownloaded');
  };
  const gone = error?.code === codes.notFound;
  if (gone && !listed) {
    return (
      <PageLoadFailed title={t('routers.configurations')} problem={t('routers.notFound')}>
        {t('routers.notFoundText')}
      </PageLoadFailed>
    );
  }
  if (!data && !error) return <RouterSkeleton title={t('routers.configurations')} />;
  return (
    <>
      <div className="page-head">
        <PageTitle title={t('routers.configurations')} />
        <RouterIntro />
      </div>
      <div className="stack gap-4">
        {created?.fileLost && (
          <Banner tone="warning" role="alert" title={t('routers.fileNotReceived')}>
            {t('routers.fileNotReceivedText')}
          </Banner>
        )}
        {profile.devices.some(({ id }) => id === created?.replacedId) && (
          <Banner tone="warning" role="alert" title={t('routers.oldKept')}>
            {t('routers.oldKeptText')}
          </Banner>
        )}
        <DeviceName device={device} others={profile.devices.filter(({ id }) => id !== deviceId)} />
        {error && (
          <RetryBanner
            title={t(gone ? 'routers.noStoredConfiguration' : 'routers.configurationFailed')}
            onTryAgain={gone ? undefined : () => void mutate()}
            trying={isValidating}
          >
            {t(gone ? 'routers.noStoredConfigurationText' : 'routers.configurationFailedText')}
          </RetryBanner>
        )}
        {data && (
          <>
            {data.node_login && data.node_password && (
              <CredentialsCard username={data.node_login} password={data.node_password} />
            )}
            <LocationCard location={location} catalog={catalog} />
            <ProtectCard protection={toProtection(data.enhancer)} reason="routers.settingsLocked" />
          </>
        )}
        {data && file !== null && (
          <FileCard
            file={file}
            location={location ?? null}
            waiting={location === undefined && !catalog.failed}
            enhancer={data.enhancer}
          />
        )}
        {data && file !== null && (
          <FirmwareSteps file={file} username={data.node_login} password={data.node_password} />
        )}
        <Card className="no-print">
          <h2 className="h4">{t('routers.setUpAgain')}</h2>
          <p className="small soft mt-1 prose">{t('routers.setUpAgainText')}</p>
          <div className="mt-3">
            <ButtonLink as={Link} size="sm" to={routerReplacementPath(deviceId)}>
              {t('routers.setUpAgain')}
            </ButtonLink>
          </div>
        </Card>
        <Card className="no-print">
          <h2 className="h4">{t('routers.delete')}</h2>
          <p className="small soft mt-1 prose">{t('devices.unlinkRouterText')}</p>
          <div className="mt-3">
            <Button variant="ghost-danger" size="sm" className="btn--flush-l" onClick={() => setUnlinking(true)}>
              {t('routers.delete')}
            </Button>
          </div>
        </Card>
        {missing && (
          <ScrollIntoView>
            <Banner tone="danger" role="alert" title={t('routers.noStoredFile')}>
              {t('routers.noStoredFileText')}
            </Banner>
          </ScrollIntoView>
        )}
      </div>
      {data && (
        <StickyBar
          action={
            <Button variant="primary" onClick={download}>
              <DownloadIcon size="sm" />
              <span>{t('routers.download')}</span>
            </Button>
          }
        >
          <span className="soft truncate">{fileName(device.name)}</span>
        </StickyBar>
      )}
      {unlinking && renderUnlink(device, () => setUnlinking(false))}
    </>
  );
}
