import { createContext, type ReactNode, use, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

/** The product's name, which ends every document title; given by the layouts. */
export const SiteName = createContext('');

interface PageTitleProps {
  /** The document's title, also the heading unless there are children. */
  title: string;
  /** A larger heading, for the sign-in area. */
  big?: boolean;
  className?: string;
  children?: ReactNode;
}

// The browser itself puts a reader at the start of the first page.
let firstPage = true;

/**
 * The one h1 of a screen. Names the document, and takes the focus when the screen has come by navigation, so that a
 * screen reader says where it is; a field of the screen that has taken the focus already keeps it.
 */
export function PageTitle({ title, big, className, children }: PageTitleProps) {
  const siteName = use(SiteName);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – ${siteName}`;
  }, [title, siteName]);
  useEffect(() => {
    const inPage = heading.current?.closest('main')?.contains(document.activeElement);
    if (!firstPage && !inPage) heading.current?.focus({ preventScroll: true });
    firstPage = false;
  }, []);
  return (
    <h1 className={classNames('h1', big && 'h1--big', className)} ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  );
}
