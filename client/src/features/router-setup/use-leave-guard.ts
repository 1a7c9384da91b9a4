import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { sectionPath } from '../../paths.ts';
import { setSignOutConfirmation } from '../../session/sign-out-confirmation.ts';

/** `ask`: input would be lost. `reload`: nothing would, but the next page must be reloaded. product.md §4 */
export type LeaveMode = 'ask' | 'reload';

export interface LeaveGuard {
  /** Whether to show the confirmation. */
  readonly asking: boolean;
  stay(): void;
  leave(): void;
  /** Disables the guard for the next navigation. */
  release(): void;
  /** Enables it again: the page is not left after all. */
  hold(): void;
}

type Exit =
  | { readonly by: 'link'; readonly href: string }
  | { readonly by: 'back' }
  | { readonly by: 'sign-out'; readonly signOut: () => void };

/**
 * Intercepts links and Back, and in `ask` mode also sign-out and closing the tab. The declarative router cannot block a
 * navigation, so clicks are caught before it, and Back first meets a duplicate history entry.
 * @param mode null disables the guard
 */
export function useLeaveGuard(mode: LeaveMode | null): LeaveGuard {
  const navigate = useNavigate();
  const [exit, setExit] = useState<Exit | null>(null);
  const current = useRef(mode);
  const released = useRef(false);
  /** Whether the browser is still going back from the duplicate entry. */
  const removing = useRef(false);
  // A layout effect, because the cleanup below reads it.
  useLayoutEffect(() => {
    current.current = mode;
  });

  const guarded = mode !== null;
  useEffect(() => {
    if (!guarded) return;
    const screen = location.href;
    // A reload opens the page on the duplicate of before.
    if (current.current === 'ask' && (removing.current || !history.state?.duplicate)) pushSameEntry();
    const listening = new AbortController();
    const { signal } = listening;

    const catchLink = (event: MouseEvent) => {
      const link = !released.current && findInAppLink(event);
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      if (current.current === 'reload') location.assign(link.href);
      else setExit({ by: 'link', href: link.href });
    };
    const catchBack = () => {
      if (released.current) return;
      // Forward, while the question was open.
      if (history.state?.duplicate) setExit(null);
      else if (current.current === 'reload') location.replace(sectionPath('DEVICES'));
      else setExit({ by: 'back' });
    };
    const catchClosing = (event: BeforeUnloadEvent) => {
      if (current.current === 'ask' && !released.current) event.preventDefault();
    };
    document.addEventListener('click', catchLink, { capture: true, signal });
    addEventListener('popstate', catchBack, { signal });
    addEventListener('beforeunload', catchClosing, { signal });
    const removeConfirmation = setSignOutConfirmation((signOut) => {
      if (current.current === 'ask') setExit({ by: 'sign-out', signOut });
      else signOut();
    });
    return () => {
      listening.abort();
      removeConfirmation();
      // No unsaved input: removes the duplicate entry.
      if (current.current !== null || location.href !== screen) return;
      removing.current = true;
      addEventListener('popstate', () => (removing.current = false), { once: true });
      history.back();
    };
  }, [guarded]);

  return {
    asking: exit !== null,
    stay() {
      if (exit?.by === 'back') pushSameEntry();
      setExit(null);
    },
    leave() {
      if (exit === null) return;
      setExit(null);
      // Signing out may fail; the guard then stays active.
      if (exit.by === 'sign-out') return exit.signOut();
      released.current = true;
      if (exit.by === 'back') return history.back();
      const { pathname, search, hash } = new URL(exit.href);
      // Replaces the duplicate entry.
      navigate(pathname + search + hash, { replace: true });
    },
    release() {
      released.current = true;
    },
    hold() {
      released.current = false;
    },
  };
}

const pushSameEntry = () => history.pushState({ ...history.state, duplicate: true }, '');

/** The link to another address of this site that a click would follow. */
function findInAppLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target === '_blank' || link.hasAttribute('download') || link.origin !== location.origin)
    return null;
  return link.pathname + link.search === location.pathname + location.search ? null : link;
}
