import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { calls } from '#shared/calls.ts';
import type { Device } from '#shared/devices.ts';
import type { Profile } from '#shared/profile.ts';
import { useRead } from '../../api/read.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { routerPath, sectionPath } from '../../paths.ts';
import { BackIcon } from '../../ui/icons/back-icon.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { readCatalogue } from './catalogue.ts';
import { ExistingRouter } from './existing-router.tsx';
import { findOptimal } from './location-choice.ts';
import { type DeviceLimitProps, NewRouter } from './new-router.tsx';
import { RouterProblem } from './router-problem.tsx';
import { RouterSkeleton } from './router-skeleton.tsx';
import type { CreatedDevice } from './use-create-router.ts';
import './router-screen.css';

interface RouterScreenProps {
  profile: Profile;
  /** The router to show; null creates a new one. */
  deviceId: string | null;
  renderDeviceLimit: (props: DeviceLimitProps) => ReactNode;
  /** Renders the confirmation dialog for unlinking. */
  renderUnlink: (device: Device, onClose: () => void) => ReactNode;
}

/** Both router screens: creating a router, and an existing one. product.md §2 */
export function RouterScreen({ profile, deviceId, renderDeviceLimit, renderUnlink }: RouterScreenProps) {
  const { t } = useTranslation();
  const { locale } = useLocale();
  const { data, error, isValidating, mutate } = useRead(calls.routerSetup);
  const [created, setCreated] = useState<CreatedDevice | null>(null);
  const entries = useMemo(() => data && readCatalogue(data, locale), [data, locale]);
  const optimal = useMemo(() => data && entries && findOptimal(data, entries), [data, entries]);
  const id = created?.id ?? deviceId;

  const showCreated = (device: CreatedDevice) => {
    // Keeps this screen; a reload opens the router.
    history.replaceState(history.state, '', routerPath(device.id));
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
          catalogue={{ entries, failed: error !== undefined, loading: isValidating, reload: () => void mutate() }}
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
          onCreated={showCreated}
          renderDeviceLimit={renderDeviceLimit}
        />
      );
    }
    if (error) {
      return (
        <RouterProblem
          title={t('routers.title')}
          problem={t('routers.locationsFailed')}
          onTryAgain={() => void mutate()}
        >
          {t('error.generic')}
        </RouterProblem>
      );
    }
    return <RouterSkeleton title={t('routers.title')} />;
  };
  return (
    <div className="router-screen">
      <TextLink as={Link} block quiet className="small router-screen__back" to={sectionPath('DEVICES')}>
        <BackIcon size="sm" />
        {t('routers.backToDevices')}
      </TextLink>
      {renderScreen()}
    </div>
  );
}
