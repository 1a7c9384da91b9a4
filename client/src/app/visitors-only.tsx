import { type ReactNode, useLayoutEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import { keepReturnTrip, readReturnTrip } from '../session/return-trip.ts';
import { useSession } from '../session/session.ts';

/** The sign-in area: who is signed in goes on to the profile, unless there is an account to restore. decisions.md §4 */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  const { signedIn } = useSession();
  const { search } = useLocation();
  // Before the effect that navigates: the profile looks for the trip as soon as it is there.
  useLayoutEffect(() => {
    const trip = readReturnTrip(new URLSearchParams(search));
    if (trip) keepReturnTrip(trip);
  }, [search]);
  const marker = new URLSearchParams(search).get('error');
  const restores = marker === 'RESTORE_ACCOUNT' || marker === 'AccountDeleted';
  return signedIn && !restores ? <Navigate to={paths.profile} replace /> : children;
}
