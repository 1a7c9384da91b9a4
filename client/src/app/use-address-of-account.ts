import { useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { sectionPath } from '../paths.ts';
import { readDevicesTarget } from '../profile/devices-url.ts';

/**
 * What the address opens within the devices section was opened for one account. When the page shows another one, it
 * leads back to the list: a pairing code of the next account would take the place of the first one's.
 * @returns whether it is about to: nothing of the section may be shown
 */
export function useAddressOfAccount(accountId: string | undefined): boolean {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [openedFor, setOpenedFor] = useState(accountId);
  if (openedFor === undefined && accountId !== undefined) setOpenedFor(accountId);
  const isOfAnother = accountId !== undefined && openedFor !== undefined && accountId !== openedFor;
  useLayoutEffect(() => {
    if (!isOfAnother) return;
    setOpenedFor(accountId);
    if (readDevicesTarget(search).kind !== 'list') navigate(sectionPath('DEVICES'), { replace: true });
  }, [isOfAnother, accountId, search, navigate]);
  return isOfAnother;
}
