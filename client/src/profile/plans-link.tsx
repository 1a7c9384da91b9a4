import { type MouseEvent, useState } from 'react';
import { start } from '../start.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { openPlans } from './open-plans.ts';

interface PlansLinkProps {
  primary?: boolean;
  small?: boolean;
  children: string;
}

/** Opens the page that sells plans. In a new tab it is the plain order page. */
export function PlansLink({ primary, small, children }: PlansLinkProps) {
  const [leaving, setLeaving] = useState(false);
  const leave = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (leaving) return;
    setLeaving(true);
    await openPlans();
    // The page may be restored from the back-forward cache.
    setLeaving(false);
  };
  return (
    <ButtonLink
      href={start.links.orderPage}
      variant={primary ? 'primary' : undefined}
      size={small ? 'sm' : undefined}
      aria-disabled={leaving || undefined}
      className={leaving ? 'is-loading' : undefined}
      onClick={leave}
    >
      {leaving && <Spinner />}
      <span>{children}</span>
    </ButtonLink>
  );
}
