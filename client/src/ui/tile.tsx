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
  /** Marks a tile that is new on the page. */
  badge?: ReactNode;
  /** An icon button at the right. */
  action?: ReactNode;
  /** Renders the link around the content; it fills the tile. */
  renderLink?: ((className: string, content: ReactNode) => ReactNode) | undefined;
}

export function Tile({ icon, title, hint, badge, action, renderLink }: TileProps) {
  const content = (
    <>
      <Glyph>{icon}</Glyph>
      <span className="grow">
        <span className="tile__title">{title}</span>
        <span className="tile__hint">{hint}</span>
        {badge}
      </span>
    </>
  );
  return (
    <li className={classNames('tile', badge !== undefined && 'tile--new')}>
      {renderLink ? renderLink('tile__content tile__link', content) : <div className="tile__content">{content}</div>}
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
      <span>{label}</span>
    </button>
  </li>
);
