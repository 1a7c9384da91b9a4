import { type MouseEvent, useState } from 'react';
import { calls } from '#shared/calls.ts';
import { request } from '../../api/request.ts';
import { start } from '../../start.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';

// Covers all retries: the order page works without the link.
const patienceMs = 5_000;

interface UpgradeLinkProps {
  primary?: boolean;
  children: string;
}

/**
 * Opens the page that sells subscriptions. The personal link expires, so it is requested on click. If it takes too
 * long, or the link opens in a new tab, the plain order page is used.
 */
export function UpgradeLink({ primary, children }: UpgradeLinkProps) {
  const [leaving, setLeaving] = useState(false);
  const leave = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (leaving) return;
    setLeaving(true);
    const link = await request(calls.paymentLink, undefined, { signal: AbortSignal.timeout(patienceMs) }).then(
      (response) => response.link,
      () => null,
    );
    location.assign(link && /^https?:/.test(link) ? link : start.links.orderPage);
    // The page may be restored from the back-forward cache.
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
