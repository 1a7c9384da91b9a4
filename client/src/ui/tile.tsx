import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Glyph } from './glyph.tsx';
import { PlusIcon } from './icons/plus-icon.tsx';
import './tile.css';

/** Tiles in one column, two from 768 px. Children are `Tile`s and at most one `AddTile`. */
export const Tiles = ({ children, label }: { children: ReactNode; label: string }) => (
  // biome-ignore lint/a11y/noRedundantRoles: VoiceOver ignores lists without markers.
  <ul className="tiles" role="list" aria-label={label}>
    {children}
  </ul>
);

interface TileProps {
  icon: ReactNode;
  title: string;
  hint: string;
  /** An icon button or link at the right. */
  action?: ReactNode;
}

export function Tile({ icon, title, hint, action }: TileProps) {
  return (
    <li className="tile">
      <Glyph>{icon}</Glyph>
      <div className="grow">
        <p className="tile__title">{title}</p>
        <p className="tile__hint">{hint}</p>
      </div>
      {action}
    </li>
  );
}

/** The dashed tile, always last. */
export const AddTile = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <li>
    <button type="button" className="tile tile--add" onClick={onClick}>
      <Glyph>
        <PlusIcon />
      </Glyph>
      {label}
    </button>
  </li>
);

/** Shows the used slots. Decorative: the numbers stand beside it. */
export const Meter = ({ used, total }: { used: number; total: number }) => (
  <span className={classNames('meter', used >= total && 'meter--full')} aria-hidden="true">
    {Array.from({ length: total }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: slots have no other key.
      <i key={index} className={index < used ? 'is-on' : undefined} />
    ))}
  </span>
);
