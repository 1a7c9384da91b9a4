import { type MouseEvent, useState } from 'react';
import { calls } from '#shared/calls.ts';
import { request } from '../../api/request.ts';
import { start } from '../../start.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';

// For all attempts together: the order page, which needs no link, is one press away.
const patienceMs = 5_000;

interface UpgradeLinkProps {
  primary?: boolean;
  children: string;
}

/**
 * To the page where a subscription is bought. The account's own link is asked for when it is needed, for it does not last;
 * where it cannot be had in time, or the link opens in another tab, the order page sells all the same.
 */
export function UpgradeLink({ primary, children }: UpgradeLinkProps) {
  const [leaving, setLeaving] = useState(false);
  const leave = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (leaving) return;
    setLeaving(true);
    const link = await request(calls.paymentLink, undefined, { signal: AbortSignal.timeout(patienceMs) }).then(
      (answer) => answer.link,
      () => null,
    );
    location.assign(link && /^https?:/.test(link) ? link : start.links.orderPage);
    // Whoever comes back by the browser's button may want to leave again.
    setLeaving(false);
  };
  return (
    <ButtonLink
      href={start.links.orderPage}
      variant={primary ? 'primary' : undefined}
      size={primary ? undefined : 'sm'}
      aria-disabled={leaving || undefined}
      className={leaving ? 'is-loading' : undefined}
      onClick={leave}
    >
      {leaving && <Spinner />}
      {children}
    </ButtonLink>
  );
}
