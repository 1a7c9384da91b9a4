import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import type { Entry } from './catalog.ts';
import { EntryImage } from './entry-image.tsx';
import { type ChosenLocation, type LocationIds, titleLocation } from './location-choice.ts';

interface RecentChoicesProps {
  locations: readonly ChosenLocation[];
  chosen: LocationIds | null;
  onChoose: (entry: Entry, clusterId: string) => void;
}

/** One button for each location of the account's last routers. */
export function RecentChoices({ locations, chosen, onChoose }: RecentChoicesProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container everywhere.
    <div className="row row--wrap gap-2" role="group" aria-label={t('routers.recent')}>
      <span className="small muted" aria-hidden="true">
        {t('routers.recent')}
      </span>
      {locations.map((location) => (
        <Button
          key={location.city.clusterId}
          size="sm"
          aria-pressed={location.city.clusterId === chosen?.clusterId}
          onClick={() => onChoose(location.entry, location.city.clusterId)}
        >
          <EntryImage entry={location.entry} />
          <span className="picker__place">{titleLocation(location)}</span>
        </Button>
      ))}
    </div>
  );
}
