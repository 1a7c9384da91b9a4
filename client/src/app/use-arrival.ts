import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { readArrival } from '../session/arrival.ts';
import { forgetIntendedUrl } from '../session/intended-url.ts';
import { forgetReturnTrip } from '../session/kept-trip.ts';
import { start } from '../start.ts';

/** Sends a visitor who has just signed in on to where they wanted to go; true while they are on their way. */
export function useArrival(): boolean {
  const navigate = useNavigate();
  const [arrival, setArrival] = useState(() => readArrival(start.links.orderPage, location.origin));
  useEffect(() => {
    forgetIntendedUrl();
    forgetReturnTrip();
    if (arrival === null) return;
    if ('url' in arrival) return location.replace(arrival.url);
    navigate(arrival.path, { replace: true });
    setArrival(null);
  }, [arrival, navigate]);
  return arrival !== null;
}
