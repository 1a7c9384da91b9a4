import {
  type ComponentPropsWithRef,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createStore, type Store, useStoreValue } from '../store.ts';
import { classNames } from './class-names.ts';
import { CheckIcon } from './icons/check-icon.tsx';
import { ChevronIcon } from './icons/chevron-icon.tsx';
import './picker.css';

/** Letters typed within this time form one prefix. */
const typeAheadMs = 600;

/** The id of the row that had the focus last; null before, and after that row is gone. */
const FocusedRow = createContext<Store<string | null>>(createStore<string | null>(null));

/**
 * A list of rows that is one tab stop. Arrows, Home and End move between the visible rows, Right and Left open and
 * close a group, and letters jump to the next row that begins with them.
 */
export function Picker({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  // A store instead of state: moving the focus renders two rows, however long the list is.
  const [focusedRow] = useState(() => createStore<string | null>(null));

  const rows = () => [...(frame.current?.querySelectorAll<HTMLElement>('.picker__row') ?? [])];
  const findTyped = (key: string, at: number): HTMLElement | undefined => {
    const now = performance.now();
    const text = (now - typed.current.at < typeAheadMs ? typed.current.text : '') + key.toLocaleLowerCase();
    typed.current = { text, at: now };
    const all = rows();
    // A single letter always moves on; a longer prefix may match the current row.
    const from = text.length === 1 ? at + 1 : at;
    return [...all.slice(from), ...all.slice(0, from)].find((row) =>
      row.querySelector('.picker__title')?.textContent.toLocaleLowerCase().startsWith(text),
    );
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const all = rows();
    const row = all.find((each) => each === document.activeElement);
    if (!row) return;
    const at = all.indexOf(row);
    const { key } = event;
    const [inward, outward] = document.dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    if (key === 'ArrowDown') all[Math.min(at + 1, all.length - 1)]?.focus();
    else if (key === 'ArrowUp') all[Math.max(at - 1, 0)]?.focus();
    else if (key === 'Home') all[0]?.focus();
    else if (key === 'End') all.at(-1)?.focus();
    else if (key === inward && row.ariaExpanded === 'false') row.click();
    else if (key === outward && row.ariaExpanded === 'true') row.click();
    else if (key.length === 1 && key !== ' ') findTyped(key, at)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <FocusedRow value={focusedRow}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid. */}
      <div className="picker" role="group" aria-label={label} ref={frame} onKeyDown={handleKey}>
        {children}
      </div>
    </FocusedRow>
  );
}

interface PickerRowProps extends Omit<ComponentPropsWithRef<'button'>, 'title' | 'type' | 'onFocus'> {
  title: string;
  /** A decorative flag or logo. */
  image?: ReactNode;
  /** For example "Select city". */
  meta?: ReactNode;
  badge?: ReactNode;
  /** The accessible name, of texts that the row shows. Browsers do not compute the name of a row that they skip. */
  name?: string;
  /** Describes the row without being part of its name, for example a server's load. */
  detail?: ReactNode;
  /** Enter in the search field chooses this row. */
  preselected?: boolean;
  /** For a row that can be chosen. */
  checked?: boolean;
  /** For a row that opens its cities. */
  expanded?: boolean;
  /** A row of an open group, indented. */
  nested?: boolean;
  /** Whether Tab reaches this row while no row has had the focus: the chosen row, or the first one. */
  tabStop: boolean;
}

export function PickerRow(props: PickerRowProps) {
  const {
    title,
    image,
    meta,
    badge,
    detail,
    preselected,
    checked,
    expanded,
    nested,
    tabStop,
    className,
    name,
    ...rest
  } = props;
  const id = useId();
  const focusedRow = use(FocusedRow);
  const reachable = useStoreValue(focusedRow, (focused) => (focused === null ? tabStop : focused === id));
  useEffect(
    () => () => {
      if (focusedRow.get() === id) focusedRow.set(null);
    },
    [focusedRow, id],
  );
  return (
    <button
      {...rest}
      type="button"
      className={classNames(
        'picker__row',
        nested && 'picker__row--city',
        preselected && 'picker__row--preselected',
        className,
      )}
      {...(expanded === undefined
        ? { role: 'radio', 'aria-checked': checked ?? false }
        : { 'aria-expanded': expanded })}
      aria-label={name ?? title}
      aria-describedby={detail ? `${id}-detail` : undefined}
      tabIndex={reachable ? 0 : -1}
      onFocus={() => focusedRow.set(id)}
    >
      {image && (
        <span className="picker__image" aria-hidden="true">
          {image}
        </span>
      )}
      <span className="picker__main">
        <span className="picker__names">
          <span className="picker__title">{title}</span>
          {meta && <span className="picker__meta">{meta}</span>}
        </span>
        {detail && (
          <span className="picker__detail" id={`${id}-detail`}>
            {detail}
          </span>
        )}
      </span>
      {badge && <span>{badge}</span>}
      {expanded !== undefined && <ChevronIcon size="sm" className="chev" />}
      {expanded === undefined && checked && <CheckIcon size="sm" className="tick" />}
    </button>
  );
}

/** The message of an empty list. */
export const PickerNote = ({ children }: { children: ReactNode }) => <p className="picker__note">{children}</p>;
