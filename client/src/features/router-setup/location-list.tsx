import { memo, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PremiumBadge } from '../../ui/badge.tsx';
import { Picker, PickerNote, PickerRow } from '../../ui/picker.tsx';
import type { City, Entry } from './catalog.ts';
import { EntryImage } from './entry-image.tsx';
import type { LocationIds } from './location-choice.ts';
import type { Found } from './search-entries.ts';
import { ServerLoad } from './server-load.tsx';
import './location-list.css';

interface LocationListProps {
  found: readonly Found[];
  /** The city of the first entry that Enter in the search field chooses, if any. */
  preselectedId: string | null;
  chosen: LocationIds | null;
  /** The message of an empty list. */
  emptyText: string;
  onChoose: (entry: Entry, clusterId: string) => void;
}

/** Which entry the user opened or closed; a new search opens the entries whose cities it found. */
interface Opened {
  readonly found: readonly Found[];
  readonly shortcutId: string | null;
}

/** One row per entry; an entry with several cities expands. */
export const LocationList = memo(function LocationList(props: LocationListProps) {
  const { found, preselectedId, chosen, emptyText, onChoose } = props;
  const { t } = useTranslation();
  const chosenAt = found.findIndex(({ entry }) => isIn(entry, chosen));
  const [opened, setOpened] = useState<Opened>({
    found,
    shortcutId: chosenAt < 0 ? null : (chosen?.shortcutId ?? null),
  });
  const searchOpens = opened.found !== found && found.some(({ clusterIds }) => clusterIds.length > 0);
  // Stable, or every row renders again.
  const toggle = useCallback((shortcutId: string | null) => setOpened({ found, shortcutId }), [found]);
  const tabStopAt = preselectedId === null ? Math.max(chosenAt, 0) : 0;

  return (
    <div className="location-list">
      <Picker label={t('routers.locationList')}>
        {found.length === 0 && <PickerNote>{emptyText}</PickerNote>}
        {splitIntoBlocks(found).map((block, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is only a part of the list.
          <div className="location-list__block" key={at}>
            {block.map(({ entry, clusterIds }, index) => (
              <EntryRows
                key={`${entry.groupId} ${entry.shortcutId}`}
                entry={entry}
                foundIds={clusterIds}
                preselectedId={at + index === 0 ? preselectedId : null}
                chosen={isIn(entry, chosen) ? chosen : null}
                open={searchOpens ? clusterIds.length > 0 : entry.shortcutId === opened.shortcutId}
                tabStop={at * blockSize + index === tabStopAt}
                onToggle={toggle}
                onChoose={onChoose}
              />
            ))}
          </div>
        ))}
      </Picker>
    </div>
  );
});

/** Entries of one block. The browser skips a block as a whole, which costs less than skipping each row. */
const blockSize = 10;

const splitIntoBlocks = (found: readonly Found[]): readonly Found[][] =>
  Array.from({ length: Math.ceil(found.length / blockSize) }, (_, at) =>
    found.slice(at * blockSize, (at + 1) * blockSize),
  );

const isIn = ({ groupId, shortcutId }: Entry, chosen: LocationIds | null): boolean =>
  groupId === chosen?.groupId && shortcutId === chosen.shortcutId;

interface EntryRowsProps {
  entry: Entry;
  /** The cities that the search found; they come first. */
  foundIds: readonly string[];
  preselectedId: string | null;
  /** The chosen location if it belongs to this entry. */
  chosen: LocationIds | null;
  open: boolean;
  tabStop: boolean;
  onToggle: (shortcutId: string | null) => void;
  onChoose: (entry: Entry, clusterId: string) => void;
}

const EntryRows = memo(function EntryRows(props: EntryRowsProps) {
  const { entry, foundIds, preselectedId, chosen, open, tabStop, onToggle, onChoose } = props;
  const { t } = useTranslation();
  const { shortcutId, cities, premium, title } = entry;
  const look = {
    title,
    image: <EntryImage entry={entry} />,
    badge: premium && <PremiumBadge>{t('routers.premium')}</PremiumBadge>,
  };
  const nameRow = (meta?: string) => [title, meta, premium && t('routers.premium')].filter(Boolean).join(' ');
  const [only] = cities;
  if (only && cities.length === 1) {
    return (
      <PickerRow
        {...look}
        name={nameRow()}
        detail={only.load !== null && <ServerLoad load={only.load} />}
        preselected={preselectedId === only.clusterId}
        checked={chosen !== null}
        tabStop={tabStop}
        onClick={() => onChoose(entry, only.clusterId)}
      />
    );
  }
  const city = cities.find(({ clusterId }) => clusterId === chosen?.clusterId);
  const meta = city ? city.title : t('routers.selectCity');
  const stopId = preselectedId ?? chosen?.clusterId;
  return (
    <>
      <PickerRow
        {...look}
        name={nameRow(meta)}
        meta={city ? <span className="picker__place">{meta}</span> : meta}
        expanded={open}
        tabStop={tabStop && !(open && stopId !== undefined)}
        onClick={() => onToggle(open ? null : shortcutId)}
      />
      {open &&
        orderCities(cities, foundIds).map(({ clusterId, title: cityTitle, load }) => (
          <PickerRow
            key={clusterId}
            nested
            title={cityTitle}
            detail={load !== null && <ServerLoad load={load} />}
            preselected={clusterId === preselectedId}
            checked={clusterId === chosen?.clusterId}
            tabStop={tabStop && clusterId === stopId}
            onClick={() => onChoose(entry, clusterId)}
          />
        ))}
    </>
  );
});

/** The found cities first, in their order, so that a long country does not hide them. */
const orderCities = (cities: readonly City[], foundIds: readonly string[]): readonly City[] => [
  ...foundIds.flatMap((id) => cities.find(({ clusterId }) => clusterId === id) ?? []),
  ...cities.filter(({ clusterId }) => !foundIds.includes(clusterId)),
];
