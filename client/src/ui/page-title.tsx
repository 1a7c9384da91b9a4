import { createContext, type ReactNode, use, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

/** The product name, the suffix of every document title. The layouts provide it. */
export const SiteName = createContext('');

interface PageTitleProps {
  /** The document title, and the heading unless there are children. */
  title: string;
  /** The larger heading of the sign-in area. */
  big?: boolean;
  className?: string;
  children?: ReactNode;
}

// The browser handles the focus of the page that it opened.
let isOpenedPage = true;

/**
 * The h1 of a screen. Sets the document title, and takes the focus after a navigation, so that screen readers announce
 * the screen. A focused field on the screen keeps the focus.
 */
export function PageTitle({ title, big, className, children }: PageTitleProps) {
  const siteName = use(SiteName);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – ${siteName}`;
  }, [title, siteName]);
  useEffect(() => {
    const inPage = heading.current?.closest('main')?.contains(document.activeElement);
    if (!isOpenedPage && !inPage) heading.current?.focus({ preventScroll: true });
    isOpenedPage = false;
  }, []);
  return (
    <h1 className={classNames('h1', big && 'h1--big', className)} ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  );
}
