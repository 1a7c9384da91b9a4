import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';
import { Picker, PickerNote, PickerRow } from '../../ui/picker.tsx';
import { EntryImage } from './entry-image.tsx';
import { type ChosenLocation, titleLocation } from './location-choice.ts';

/** A router's location, which cannot be changed; null when the catalogue no longer has it. */
export function LocationCard({ location }: { location: ChosenLocation | null }) {
  const { t } = useTranslation();
  return (
    <Card className="stack gap-4">
      <h2 className="h3">{t('routers.location')}</h2>
      <Picker label={t('routers.location')}>
        {location ? (
          <PickerRow
            title={titleLocation(location)}
            image={<EntryImage entry={location.entry} />}
            checked
            tabStop
            aria-disabled="true"
          />
        ) : (
          <PickerNote>{t('routers.locationUnknown')}</PickerNote>
        )}
      </Picker>
    </Card>
  );
}
