import { useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { sectionPath } from '../paths.ts';
import { readDevicesTarget } from '../profile/devices-url.ts';

/**
 * What the address opens within the devices section was opened for one account. When the page shows another one, it
 * leads back to the list: a pairing code of the next account would take the place of the first one's.
 * @returns true until the address has changed; show nothing of the section
 */
export function useAddressOfAccount(accountId: string | undefined): boolean {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [openedFor, setOpenedFor] = useState(accountId);
  const isList = readDevicesTarget(search).kind === 'list';
  const isOfAnother = accountId !== undefined && openedFor !== undefined && accountId !== openedFor;
  if (accountId !== openedFor && accountId !== undefined && (isList || !isOfAnother)) setOpenedFor(accountId);
  const mustLeave = isOfAnother && !isList;
  useLayoutEffect(() => {
    if (mustLeave) navigate(sectionPath('DEVICES'), { replace: true });
  }, [mustLeave, navigate]);
  return mustLeave;
}
