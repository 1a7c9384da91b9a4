import { type KeyboardEvent, type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../i18n/use-locale.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChevronIcon } from '../../ui/icons/chevron-icon.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { Entry, PickerMode } from './catalog.ts';
import { type ChosenLocation, findLocation, type LocationIds, titleLocation } from './location-choice.ts';
import { LocationList } from './location-list.tsx';
import { OptimalButton } from './optimal-button.tsx';
import { RecentChoices } from './recent-choices.tsx';
import { buildSearch, type Found } from './search-entries.ts';
import { useDebounced } from './use-debounced.ts';

interface LocationPickerProps {
  entries: readonly Entry[];
  mode: PickerMode;
  onMode: (mode: PickerMode) => void;
  chosen: LocationIds | null;
  /** The recommended location, if any. */
  optimal: ChosenLocation | null;
  /** The locations of the account's last routers. */
  recent: readonly LocationIds[];
  /** Must be stable, or every row renders again. */
  onChoose: (entry: Entry, clusterId: string) => void;
}

/** Where the list has no scroll area of its own. */
const phones = '(max-width: 47.99rem)';

/** Chooses a country or a streaming service, by search or from the list. product.md §2, §5 */
export function LocationPicker({ entries, mode, onMode, chosen, optimal, recent, onChoose }: LocationPickerProps) {
  const { t } = useTranslation();
  const { locale } = useLocale();
  const listId = useId();
  const listButton = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(true);
  const [text, setText] = useState('');
  const [query, setQueryNow] = useDebounced(text);
  const search = useMemo(
    () =>
      buildSearch(
        entries.filter((entry) => entry.mode === mode),
        locale,
      ),
    [entries, mode, locale],
  );
  const found = useMemo(() => search(query), [search, query]);
  const searching = query.trim() !== '';
  const preselected = useMemo(() => (searching ? preselect(found[0]) : null), [searching, found]);
  const isCountry = mode === 'COUNTRY_PICKER';
  const label = t(isCountry ? 'routers.searchCountry' : 'routers.searchStreaming');
  const emptyText = t(isCountry ? 'routers.countryNotFound' : 'routers.streamingServiceNotFound');
  const recentHere = recent
    .flatMap((ids) => findLocation(entries, ids) ?? [])
    .filter(({ entry }) => entry.mode === mode);

  const chooseInList = useCallback(
    (entry: Entry, clusterId: string) => {
      onChoose(entry, clusterId);
      // On a phone the list is part of the page: the rest of the form would be far away.
      if (!matchMedia(phones).matches) return;
      setOpen(false);
      listButton.current?.focus();
    },
    [onChoose],
  );

  /** Chooses the preselected location, or opens the first country and moves to its cities. */
  const acceptFirst = () => {
    if (text.trim() === '') return;
    flushSync(() => {
      setQueryNow(text);
      setOpen(true);
    });
    const rows = [...(document.getElementById(listId)?.querySelectorAll<HTMLElement>('.picker__row') ?? [])];
    const [first] = rows;
    const row = rows.find((each) => each.matches('.picker__row--preselected')) ?? first;
    if (!row?.ariaExpanded) return row?.click();
    if (row.ariaExpanded === 'false') flushSync(() => row.click());
    (row.nextElementSibling as HTMLElement | null)?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault();
      setText('');
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      acceptFirst();
    } else if (event.key === 'ArrowDown' && open) {
      event.preventDefault();
      // Not a row of the previous results.
      flushSync(() => setQueryNow(text));
      document.getElementById(listId)?.querySelector<HTMLElement>('.picker__row[tabindex="0"]')?.focus();
    }
  };
  const announce = (): ReactNode => {
    if (!searching) return null;
    if (found.length === 0) return emptyText;
    const count = t(isCountry ? 'routers.countriesFound' : 'routers.servicesFound', { count: found.length });
    if (!preselected) return count;
    const isChosen = preselected.city.clusterId === chosen?.clusterId;
    return (
      <>
        <span>{`${count}. `}</span>
        <RichText
          text={t(isChosen ? 'routers.locationChosen' : 'routers.enterChooses', {
            location: titleLocation(preselected),
          })}
          marks={{ b: (words) => <span className="picker__place">{words}</span> }}
        />
      </>
    );
  };
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
            setQueryNow('');
            setOpen(true);
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
          onKeyDown={handleKey}
          action={
            <Button
              ref={listButton}
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
          {announce()}
        </span>
        {isCountry && optimal && (
          <OptimalButton optimal={optimal} pressed={optimal.city.clusterId === chosen?.clusterId} onChoose={onChoose} />
        )}
        {recentHere.length > 0 && <RecentChoices locations={recentHere} chosen={chosen} onChoose={onChoose} />}
        {open && (
          <div id={listId}>
            <LocationList
              key={mode}
              found={found}
              preselectedId={preselected?.city.clusterId ?? null}
              chosen={chosen}
              emptyText={emptyText}
              onChoose={chooseInList}
            />
          </div>
        )}
      </div>
    </Card>
  );
}

/** The location that Enter chooses; null where a city must be selected first. */
function preselect(first: Found | undefined): ChosenLocation | null {
  if (!first) return null;
  const { entry, clusterIds } = first;
  const [only] = entry.cities;
  const city = entry.cities.find(({ clusterId }) => clusterId === clusterIds[0]);
  return city ? { entry, city } : only && entry.cities.length === 1 ? { entry, city: only } : null;
}
