import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChevronIcon } from '../../ui/icons/chevron-icon.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { Entry, PickerMode } from './catalogue.ts';
import type { ChosenLocation, LocationIds } from './location-choice.ts';
import { LocationList } from './location-list.tsx';
import { OptimalButton } from './optimal-button.tsx';
import { buildSearch } from './search-entries.ts';
import { useDebounced } from './use-debounced.ts';

interface LocationPickerProps {
  entries: readonly Entry[];
  mode: PickerMode;
  onMode: (mode: PickerMode) => void;
  chosen: LocationIds | null;
  /** The recommended location, if any. */
  optimal: ChosenLocation | null;
  /** Must be stable, or every row renders again. */
  onChoose: (entry: Entry, clusterId: string) => void;
}

/** Chooses a country or a streaming service, by search or from the list. product.md §2, §5 */
export function LocationPicker({ entries, mode, onMode, chosen, optimal, onChoose }: LocationPickerProps) {
  const { t } = useTranslation();
  const listId = useId();
  const [open, setOpen] = useState(true);
  const [text, setText] = useState('');
  const [query, queryAtOnce] = useDebounced(text);
  const search = useMemo(() => buildSearch(entries.filter((entry) => entry.mode === mode)), [entries, mode]);
  const found = useMemo(() => search(query), [search, query]);
  const isCountry = mode === 'COUNTRY_PICKER';
  const label = t(isCountry ? 'routers.searchCountry' : 'routers.searchStreaming');
  const emptyText = t(isCountry ? 'routers.countryNotFound' : 'routers.streamingServiceNotFound');
  return (
    <Card className="stack gap-4">
      <h2 className="h3">{t('routers.chooseLocation')}</h2>
      <div className="stack gap-3">
        <Segmented
          label={t('routers.chooseLocation')}
          choices={[
            { value: 'COUNTRY_PICKER', label: t('routers.countryList') },
            { value: 'STREAMING', label: t('routers.streamingServices') },
          ]}
          value={mode}
          onChange={(next) => {
            setText('');
            // The search text does not carry over to the other list.
            queryAtOnce('');
            onMode(next);
          }}
        />
        <SearchField
          label={label}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setOpen(true);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && text !== '') {
              event.preventDefault();
              setText('');
            }
            if (event.key !== 'ArrowDown' || !open) return;
            event.preventDefault();
            document.getElementById(listId)?.querySelector<HTMLElement>('.picker__row[tabindex="0"]')?.focus();
          }}
          action={
            <Button
              variant="quiet"
              size="icon"
              aria-label={t('routers.locationList')}
              aria-expanded={open}
              aria-controls={open ? listId : undefined}
              onClick={() => setOpen(!open)}
            >
              <ChevronIcon size="sm" className={open ? 'flip' : ''} />
            </Button>
          }
        />
        <span className="visually-hidden" role="status">
          {query.trim() !== '' &&
            (found.length === 0
              ? emptyText
              : t(isCountry ? 'routers.countriesFound' : 'routers.servicesFound', { count: found.length }))}
        </span>
        {isCountry && optimal && (
          <OptimalButton optimal={optimal} pressed={optimal.city.clusterId === chosen?.clusterId} onChoose={onChoose} />
        )}
        {open && (
          <div id={listId}>
            <LocationList key={mode} entries={found} chosen={chosen} emptyText={emptyText} onChoose={onChoose} />
          </div>
        )}
      </div>
    </Card>
  );
}
