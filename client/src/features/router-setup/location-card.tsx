import { useTranslation } from 'react-i18next';
import { RetryBanner } from '../../api/retry-banner.tsx';
import { Card } from '../../ui/card.tsx';
import { Picker, PickerNote, PickerRow } from '../../ui/picker.tsx';
import { Skeleton, SkeletonBox } from '../../ui/skeleton.tsx';
import type { Entry } from './catalog.ts';
import { EntryImage } from './entry-image.tsx';
import { type ChosenLocation, titleLocation } from './location-choice.ts';

/** The catalog's loading state. */
export interface Catalog {
  /** Undefined while loading. */
  readonly entries: readonly Entry[] | undefined;
  readonly failed: boolean;
  /** Also true during a retry. */
  readonly loading: boolean;
  readonly reload: () => void;
}

interface LocationCardProps {
  /** Null when the catalog does not contain it, undefined while loading. */
  location: ChosenLocation | null | undefined;
  catalog: Catalog;
}

/** A router's location, read-only. */
export function LocationCard({ location, catalog }: LocationCardProps) {
  const { t } = useTranslation();
  return (
    <Card className="stack gap-4">
      <h2 className="h3">{t('routers.location')}</h2>
      {location === undefined && catalog.failed ? (
        <RetryBanner onTryAgain={catalog.reload} trying={catalog.loading}>
          {t('routers.locationsFailed')}
        </RetryBanner>
      ) : (
        <Picker label={t('routers.location')}>
          {location === undefined && (
            <Skeleton label={t('routers.loading')}>
              <PickerNote>
                <SkeletonBox shape="line" width={45} />
              </PickerNote>
            </Skeleton>
          )}
          {location === null && <PickerNote>{t('routers.locationUnknown')}</PickerNote>}
          {location && (
            <PickerRow
              title={titleLocation(location)}
              image={<EntryImage entry={location.entry} />}
              checked
              tabStop
              aria-disabled="true"
            />
          )}
        </Picker>
      )}
    </Card>
  );
}
