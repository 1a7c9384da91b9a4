import { type ComponentPropsWithRef, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import { CheckIcon } from './icons/check-icon.tsx';
import { ChevronIcon } from './icons/chevron-icon.tsx';
import './picker.css';

/** Letters typed within this time belong together. */
const typeAheadMs = 600;

/**
 * A frame with rows, one stop of the Tab key: arrows, Home and End move between the rows that are shown, Right and Left
 * open and close a group, letters go to the next row that begins with them.
 */
export function Picker({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });

  const rows = () => [...(frame.current?.querySelectorAll<HTMLElement>('.picker__row') ?? [])];
  // The arrows move the stop past React, which so may take it out of the list together with a row.
  useLayoutEffect(() => {
    const all = rows();
    if (all[0] && all.every(({ tabIndex }) => tabIndex !== 0)) all[0].tabIndex = 0;
  });
  const focusRow = (row: HTMLElement | undefined) => {
    if (!row) return;
    for (const each of rows()) each.tabIndex = each === row ? 0 : -1;
    row.focus();
  };
  const findTyped = (key: string, at: number): HTMLElement | undefined => {
    const now = performance.now();
    const text = (now - typed.current.at < typeAheadMs ? typed.current.text : '') + key.toLocaleLowerCase();
    typed.current = { text, at: now };
    const all = rows();
    // One letter again and again goes from row to row; a longer beginning may stay where it is.
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
    if (key === 'ArrowDown') focusRow(all[Math.min(at + 1, all.length - 1)]);
    else if (key === 'ArrowUp') focusRow(all[Math.max(at - 1, 0)]);
    else if (key === 'Home') focusRow(all[0]);
    else if (key === 'End') focusRow(all.at(-1));
    else if (key === 'ArrowRight' && row.ariaExpanded === 'false') row.click();
    else if (key === 'ArrowLeft' && row.ariaExpanded === 'true') row.click();
    else if (key.length === 1 && key !== ' ') focusRow(findTyped(key, at));
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be the grid that the design draws.
    <div className="picker" role="group" aria-label={label} ref={frame} onKeyDown={handleKey}>
      {children}
    </div>
  );
}

interface PickerRowProps extends Omit<ComponentPropsWithRef<'button'>, 'title' | 'type'> {
  title: string;
  /** A picture that says nothing more than the title: flag or logo. */
  image?: ReactNode;
  /** 'Select city' and the like. */
  meta?: ReactNode;
  badge?: ReactNode;
  /** Chosen or not, for a row that can be chosen. */
  checked?: boolean;
  /** Open or not, for a row that opens its cities. */
  expanded?: boolean;
  /** A row of an opened group, indented. */
  nested?: boolean;
  /** Reached by Tab: the chosen row, or the first one. */
  tabStop: boolean;
}

export function PickerRow(props: PickerRowProps) {
  const { title, image, meta, badge, checked, expanded, nested, tabStop, className, ...rest } = props;
  return (
    <button
      {...rest}
      type="button"
      className={classNames('picker__row', nested && 'picker__row--city', className)}
      {...(expanded === undefined
        ? { role: 'radio', 'aria-checked': checked ?? false }
        : { 'aria-expanded': expanded })}
      tabIndex={tabStop ? 0 : -1}
    >
      {image && (
        <span className="picker__image" aria-hidden="true">
          {image}
        </span>
      )}
      <span className="picker__main">
        <span className="picker__title">{title}</span>
        {meta && <span className="picker__meta">{meta}</span>}
      </span>
      {badge}
      {expanded !== undefined && <ChevronIcon size="sm" className="chev" />}
      {expanded === undefined && checked && <CheckIcon size="sm" className="tick" />}
    </button>
  );
}

/** The sentence in the frame when nothing was found. */
export const PickerNote = ({ children }: { children: ReactNode }) => <p className="picker__note">{children}</p>;
