import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { calls } from '#shared/calls.ts';
import type { Device } from '#shared/devices.ts';
import type { Profile } from '#shared/profile.ts';
import { PageLoadFailed } from '../../api/page-load-failed.tsx';
import { useRead } from '../../api/read.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { sectionPath } from '../../paths.ts';
import { routerPath } from '../../profile/devices-url.ts';
import { isRouter } from '../../profile/is-router.ts';
import { BackIcon } from '../../ui/icons/back-icon.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useIsMounted } from '../../ui/use-is-mounted.ts';
import { readCatalog, requireCatalog } from './catalog.ts';
import { ExistingRouter } from './existing-router.tsx';
import { findOptimal } from './location-choice.ts';
import { type DeviceLimitProps, NewRouter } from './new-router.tsx';
import { RouterSkeleton } from './router-skeleton.tsx';
import type { CreatedDevice } from './use-create-router.ts';
import './router-screen.css';

interface RouterScreenProps {
  profile: Profile;
  /** The router to show; null creates a new one. */
  deviceId: string | null;
  /** The router that a new one replaces, if any. */
  replacedId: string | null;
  /** Whether the account has a slot for one more device. */
  hasSlot: boolean;
  renderDeviceLimit: (props: DeviceLimitProps) => ReactNode;
  /** Renders the confirmation dialog for unlinking. */
  renderUnlink: (device: Device, onClose: () => void) => ReactNode;
}

/** Both router screens: creating a router, and an existing one. product.md §2 */
export function RouterScreen(props: RouterScreenProps) {
  const { profile, deviceId, replacedId, hasSlot, renderDeviceLimit, renderUnlink } = props;
  const { t } = useTranslation();
  const { locale } = useLocale();
  const { data, error, isValidating, mutate } = useRead(calls.routerSetup, undefined, requireCatalog);
  const [created, setCreated] = useState<CreatedDevice | null>(null);
  const entries = useMemo(() => data && readCatalog(data, locale), [data, locale]);
  const optimal = useMemo(() => data && entries && findOptimal(data, entries), [data, entries]);
  const id = created?.id ?? deviceId;

  const isMounted = useIsMounted();
  const showCreated = (device: CreatedDevice) => {
    // Keeps this screen; a reload opens the router. Not if the user has left: it is another page's address then.
    if (isMounted()) history.replaceState(history.state, '', routerPath(device.id));
    setCreated(device);
  };
  const renderScreen = (): ReactNode => {
    if (id !== null) {
      return (
        <ExistingRouter
          key={id}
          profile={profile}
          deviceId={id}
          created={created}
          catalog={{ entries, failed: error !== undefined, loading: isValidating, reload: () => void mutate() }}
          renderUnlink={renderUnlink}
        />
      );
    }
    if (entries) {
      return (
        <NewRouter
          profile={profile}
          entries={entries}
          optimal={optimal ?? null}
          replaced={profile.devices.find((device) => device.id === replacedId && isRouter(device)) ?? null}
          hasSlot={hasSlot}
          onCreated={showCreated}
          renderDeviceLimit={renderDeviceLimit}
        />
      );
    }
    if (error) {
      return (
        <PageLoadFailed
          title={t('routers.title')}
          problem={t('routers.locationsFailed')}
          onTryAgain={() => void mutate()}
          trying={isValidating}
        >
          {t('error.tryLater')}
        </PageLoadFailed>
      );
    }
    return <RouterSkeleton title={t('routers.title')} />;
  };
  return (
    <div className="router-screen">
      <TextLink as={Link} block quiet className="small router-screen__back" to={sectionPath('DEVICES')}>
        <BackIcon size="sm" />
        <span>{t('routers.backToDevices')}</span>
      </TextLink>
      <div className="mt-1">{renderScreen()}</div>
    </div>
  );
}
