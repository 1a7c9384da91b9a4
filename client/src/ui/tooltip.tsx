import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { useOnResize } from './use-on-resize.ts';
import './tooltip.css';

interface TooltipProps {
  /** Text only, no controls. Null shows nothing, and the control keeps its focus when that changes. */
  text: string | null;
  /** Renders the control, with the id for its `aria-describedby`. */
  children: (descriptionId: string) => ReactNode;
}

/** The minimum distance between the bubble and the window, in px. */
const edge = 8;

/** Describes a control on hover, focus and tap: above it, or below if there is no room. Esc closes it. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const [wanted, setWanted] = useState(false);
  const open = wanted && text !== null;
  const bubble = useRef<HTMLSpanElement>(null);

  const place = () => {
    const element = bubble.current;
    if (!element) return;
    element.style.setProperty('--shift', '0px');
    element.classList.remove('tooltip--below');
    const { left, right, top } = element.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const shift = left < edge ? edge - left : Math.min(0, width - edge - right);
    element.style.setProperty('--shift', `${shift}px`);
    element.classList.toggle('tooltip--below', top < edge);
  };
  useLayoutEffect(() => {
    if (open) place();
  });
  useOnResize(place);

  useEffect(() => {
    if (!open) return;
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Closes only the tooltip, not a surrounding dialog.
      event.preventDefault();
      event.stopPropagation();
      setWanted(false);
    };
    document.addEventListener('keydown', closeByEscape, true);
    return () => document.removeEventListener('keydown', closeByEscape, true);
  }, [open]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes the control inside, which is operable.
    <span
      className={classNames('tip', text === null && 'is-empty')}
      onPointerEnter={() => setWanted(true)}
      onPointerLeave={({ pointerType, currentTarget }) => {
        // Lifting a finger does not close it, and a focused control keeps its tooltip.
        if (pointerType !== 'touch' && !currentTarget.contains(document.activeElement)) setWanted(false);
      }}
      onFocus={() => setWanted(true)}
      onBlur={() => setWanted(false)}
    >
      {children(id)}
      {text !== null && (
        <span role="tooltip" id={id} ref={bubble} className={classNames('tooltip', !open && 'is-closed')}>
          {text}
        </span>
      )}
    </span>
  );
}
