import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import type { Entry } from './catalog.ts';
import { EntryImage } from './entry-image.tsx';
import { type ChosenLocation, titleLocation } from './location-choice.ts';

interface OptimalButtonProps {
  optimal: ChosenLocation;
  /** The recommended location is chosen. */
  pressed: boolean;
  onChoose: (entry: Entry, clusterId: string) => void;
}

/** Chooses the recommended location. */
export function OptimalButton({ optimal, pressed, onChoose }: OptimalButtonProps) {
  const { t } = useTranslation();
  const { entry, city } = optimal;
  return (
    <div>
      <Button size="sm" aria-pressed={pressed} onClick={() => onChoose(entry, city.clusterId)}>
        <EntryImage entry={entry} />
        <span>
          <RichText
            text={t('routers.optimalLocation', { location: titleLocation(optimal) })}
            marks={{ b: (words) => <b className="picker__place">{words}</b> }}
          />
        </span>
      </Button>
    </div>
  );
}
