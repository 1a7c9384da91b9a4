import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PremiumBadge } from '../../ui/badge.tsx';
import { Picker, PickerNote, PickerRow } from '../../ui/picker.tsx';
import type { Entry } from './catalogue.ts';
import { EntryImage } from './entry-image.tsx';
import type { LocationIds } from './location-choice.ts';
import './location-list.css';

interface LocationListProps {
  entries: readonly Entry[];
  chosen: LocationIds | null;
  /** The message of an empty list. */
  emptyText: string;
  onChoose: (entry: Entry, clusterId: string) => void;
}

/** One row per entry; an entry with several cities expands. */
export const LocationList = memo(function LocationList({ entries, chosen, emptyText, onChoose }: LocationListProps) {
  const { t } = useTranslation();
  const chosenAt = entries.findIndex((entry) => isIn(entry, chosen));
  const [openId, setOpenId] = useState(chosenAt < 0 ? null : chosen?.shortcutId);

  return (
    <div className="location-list">
      <Picker label={t('routers.locationList')}>
        {entries.length === 0 && <PickerNote>{emptyText}</PickerNote>}
        {entries.map((entry, index) => (
          <EntryRows
            key={`${entry.groupId} ${entry.shortcutId}`}
            entry={entry}
            chosen={isIn(entry, chosen) ? chosen : null}
            open={entry.shortcutId === openId}
            tabStop={index === Math.max(chosenAt, 0)}
            onToggle={setOpenId}
            onChoose={onChoose}
          />
        ))}
      </Picker>
    </div>
  );
});

const isIn = ({ groupId, shortcutId }: Entry, chosen: LocationIds | null): boolean =>
  groupId === chosen?.groupId && shortcutId === chosen.shortcutId;

interface EntryRowsProps {
  entry: Entry;
  /** The chosen location if it belongs to this entry. */
  chosen: LocationIds | null;
  open: boolean;
  tabStop: boolean;
  onToggle: (shortcutId: string | null) => void;
  onChoose: (entry: Entry, clusterId: string) => void;
}

const EntryRows = memo(function EntryRows({ entry, chosen, open, tabStop, onToggle, onChoose }: EntryRowsProps) {
  const { t } = useTranslation();
  const { shortcutId, cities, premium, title } = entry;
  const look = {
    title,
    image: <EntryImage entry={entry} />,
    badge: premium && <PremiumBadge>{t('routers.premium')}</PremiumBadge>,
  };
  const [only] = cities;
  if (only && cities.length === 1) {
    return (
      <PickerRow
        {...look}
        checked={chosen !== null}
        tabStop={tabStop}
        onClick={() => onChoose(entry, only.clusterId)}
      />
    );
  }
  const cityChosen = open && chosen !== null;
  const city = cities.find(({ clusterId }) => clusterId === chosen?.clusterId);
  return (
    <>
      <PickerRow
        {...look}
        meta={city ? <span className="picker__place">{city.title}</span> : t('routers.selectCity')}
        expanded={open}
        tabStop={tabStop && !cityChosen}
        onClick={() => onToggle(open ? null : shortcutId)}
      />
      {open &&
        cities.map(({ clusterId, title: cityTitle }) => (
          <PickerRow
            key={clusterId}
            nested
            title={cityTitle}
            checked={clusterId === chosen?.clusterId}
            tabStop={clusterId === chosen?.clusterId}
            onClick={() => onChoose(entry, clusterId)}
          />
        ))}
    </>
  );
});
