import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { thisPlatform } from '../../app-link/platform.ts';

/** What the history remembers about a visit of a hand-off page. */
export interface VisitState {
  /** The app was opened without being asked to. */
  readonly opened?: true;
  /** The visitor was signed in by a pair in the address, so the app is to get a token of its own. */
  readonly signedInByPair?: true;
}

/**
 * Opens the app by itself, once in a visit: not on Back, not after a reload, and not on Android, which wants to be asked
 * by hand. product.md §2
 * @param link null while it is being made
 */
export function useOpenOnce(link: string | null, open: (link: string) => void): void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const opened = useRef((state as VisitState | null)?.opened === true);
  useEffect(() => {
    if (link === null || opened.current || thisPlatform() === 'android') return;
    opened.current = true;
    navigate(pathname + search, { replace: true, state: { ...state, opened: true } satisfies VisitState });
    open(link);
  });
}
