import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isMobileIdentity } from '#shared/app-identity.ts';
import { calls } from '#shared/calls.ts';
import { request } from '../../api/request.ts';
import { RequestProblem } from '../../api/request-problem.ts';
import { type AppPlatform, isMobile } from '../../app-link/platform.ts';
import { paths } from '../../paths.ts';
import { readSession } from '../../session/session.ts';
import { start } from '../../start.ts';

export interface ExtensionSearch {
  readonly state: 'loading' | 'missing' | 'failed';
  look(): void;
}

/**
 * Looks for the extension and hands the session over to it. A probe that fails may also have been blocked: it is made
 * again whenever the visitor comes back to the tab.
 */
export function useExtension(wanted: boolean): ExtensionSearch {
  const navigate = useNavigate();
  const [state, setState] = useState<ExtensionSearch['state']>('loading');
  const looking = useRef(false);

  const look = useCallback(async () => {
    const { extensionId } = start;
    if (looking.current) return;
    looking.current = true;
    try {
      if (extensionId === null || !(await probeExtension(extensionId))) return setState('missing');
      setState('loading');
      const address = readSession().signedIn ? await handOverAddress(extensionId) : null;
      if (address === null) return navigate(`${paths.enter}?from=chrome`, { replace: true });
      // In place of this page: Back must not hand over a second time.
      location.replace(address);
    } catch {
      setState('failed');
    } finally {
      looking.current = false;
    }
  }, [navigate]);

  useEffect(() => {
    if (!wanted) return;
    void look();
    const lookWhenSeen = () => document.visibilityState === 'visible' && void look();
    addEventListener('focus', lookWhenSeen);
    document.addEventListener('visibilitychange', lookWhenSeen);
    return () => {
      removeEventListener('focus', lookWhenSeen);
      document.removeEventListener('visibilitychange', lookWhenSeen);
    };
  }, [wanted, look]);

  return { state, look: () => void look() };
}

const dashboard = (extensionId: string): string => `chrome-extension://${extensionId}/dashboard.html`;

/** The gateway's own redirect, which puts the session's tokens behind the extension's address. decisions.md §3 */
const handOverPath = '/session/extension';

/** Whether the extension's dashboard can be reached, which only shows where it is installed. */
const probeExtension = (extensionId: string): Promise<boolean> =>
  fetch(dashboard(extensionId)).then(
    (answer) => answer.ok,
    () => false,
  );

/**
 * The address that hands the session over: the extension's own with a permanent token, or the gateway's when there is
 * none to be had.
 * @returns null when the session is over
 * @throws {RequestProblem} when nobody could be asked
 */
async function handOverAddress(extensionId: string): Promise<string | null> {
  try {
    const { perm_token } = await request(calls.createPermanentToken);
    return `${dashboard(extensionId)}#${new URLSearchParams({ token: perm_token })}`;
  } catch (problem) {
    if (problem instanceof RequestProblem && problem.status === 0) throw problem;
    return readSession().signedIn ? handOverPath : null;
  }
}

/** Why an extension cannot be here at all; null where it can. product.md §4 */
export function extensionObstacle(
  userAgent: string,
  platform: AppPlatform | null,
  appIdentity: string,
): 'notAvailableForMobile' | 'wrongBrowser' | null {
  if (isMobileIdentity(appIdentity) || isMobile(platform)) return 'notAvailableForMobile';
  // Edge, Brave, Opera and Vivaldi name Chrome as well, and take its extensions.
  return /Chrom(?:e|ium)\//.test(userAgent) ? null : 'wrongBrowser';
}
