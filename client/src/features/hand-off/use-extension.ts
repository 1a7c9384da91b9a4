import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isMobileIdentity } from '#shared/app-identity.ts';
import { RequestProblem } from '../../api/request-problem.ts';
import { type AppPlatform, isMobile } from '../../app-link/platform.ts';
import { requestPermanentToken } from '../../app-link/request-permanent-token.ts';
import { paths } from '../../paths.ts';
import { accountLabel } from '../../profile/profile-rules.ts';
import { readProfile } from '../../profile/use-profile.ts';
import { isUnhurriedPress, noteShown } from '../../session/press-guard.ts';
import { readSession, sessionTag } from '../../session/session.ts';
import { sessionTagHeader } from '../../session/session-url.ts';
import { takeLinkSignIn } from '../../session/signed-in-by-url.ts';
import { confirmAccount, isAccountUnconfirmed } from '../../session/unconfirmed-account.ts';
import { start } from '../../start.ts';

export interface ExtensionProbe {
  readonly state: 'loading' | 'missing' | 'failed' | 'confirmAccount';
  /** Whose session is handed over only if the user agrees, because a link has begun it; otherwise null. */
  readonly account: string | null;
  probe(): void;
  /** Hands over the account that the page shows. */
  confirm(): void;
}

/** The longest that a hand-over takes: a refresh and the proxies' waits. */
const navigationMs = 60_000;

/**
 * Looks for the extension and hands the session over to it. Since a failed probe may have been blocked, it repeats when
 * the user returns to the tab.
 */
export function useExtension(wanted: boolean): ExtensionProbe {
  const navigate = useNavigate();
  const [state, setState] = useState<ExtensionProbe['state']>('loading');
  const [account, setAccount] = useState<string | null>(null);
  const probing = useRef(false);

  /** @param agreed the account that the user agreed to hand over */
  const probe = useCallback(
    async (agreed: string | null = null) => {
      const { extensionId } = start;
      if (probing.current) return;
      probing.current = true;
      let isLeaving = false;
      try {
        if (extensionId === null || !(await probeExtension(extensionId))) return setState('missing');
        setState('loading');
        if (readSession().signedIn && (agreed !== null || isAccountUnconfirmed())) {
          const current = accountLabel(await readProfile());
          setAccount(current);
          // Another tab may have signed in as someone else since.
          if (current !== agreed) {
            noteShown();
            return setState('confirmAccount');
          }
          takeLinkSignIn();
          confirmAccount();
        }
        const url = readSession().signedIn ? await findHandOverUrl(extensionId) : null;
        if (url === null) return navigate(toSignIn, { replace: true });
        // A second navigation would cancel this one, whose response hands over the session.
        isLeaving = true;
        // Replaces this entry: Back must not hand over a second time.
        location.replace(url);
      } catch {
        if (readSession().signedIn) setState('failed');
        else navigate(toSignIn, { replace: true });
      } finally {
        // The user can stop a navigation, and the page does not learn it.
        if (isLeaving) setTimeout(() => (probing.current = false), navigationMs);
        else probing.current = false;
      }
    },
    [navigate],
  );

  useEffect(() => {
    if (wanted) void probe();
  }, [wanted, probe]);

  const repeats = wanted && state !== 'confirmAccount';
  useEffect(() => {
    if (!repeats) return;
    const probeWhenVisible = () => document.visibilityState === 'visible' && void probe();
    addEventListener('focus', probeWhenVisible);
    document.addEventListener('visibilitychange', probeWhenVisible);
    return () => {
      removeEventListener('focus', probeWhenVisible);
      document.removeEventListener('visibilitychange', probeWhenVisible);
    };
  }, [repeats, probe]);

  return {
    state,
    account,
    probe: () => void probe(),
    confirm: () => void (isUnhurriedPress() && probe(account)),
  };
}

const toSignIn = `${paths.enter}?from=chrome`;

const dashboard = (extensionId: string): string => `chrome-extension://${extensionId}/dashboard.html`;

/** The gateway's own redirect to the extension, with the session's tokens. decisions.md §3, routes */
const handOverPath = '/session/extension';

/** A navigation has no headers of its own: the gateway takes the tag from the query, too. */
const handOverUrl = (): string => {
  const tag = sessionTag.get();
  return tag === null ? handOverPath : `${handOverPath}?${new URLSearchParams({ [sessionTagHeader]: tag })}`;
};

/** Whether the extension is installed: only then its dashboard can be fetched. */
const probeExtension = (extensionId: string): Promise<boolean> =>
  fetch(dashboard(extensionId)).then(
    (response) => response.ok,
    () => false,
  );

/**
 * The URL that hands the session over: the extension's with a permanent token, or the gateway's redirect.
 * @returns null when the session ended
 * @throws {RequestProblem} when there was no response
 */
async function findHandOverUrl(extensionId: string): Promise<string | null> {
  try {
    const token = await requestPermanentToken();
    return `${dashboard(extensionId)}#${new URLSearchParams({ token })}`;
  } catch (problem) {
    if (problem instanceof RequestProblem && problem.status === 0) throw problem;
    return readSession().signedIn ? handOverUrl() : null;
  }
}

/** Why this browser cannot have the extension; null if it can. product.md §4 */
export function extensionObstacle(
  userAgent: string,
  platform: AppPlatform | null,
  appIdentity: string,
): 'notAvailableForMobile' | 'wrongBrowser' | null {
  if (isMobileIdentity(appIdentity) || isMobile(platform)) return 'notAvailableForMobile';
  // Edge, Brave, Opera and Vivaldi include Chrome in their user agent and support its extensions.
  return /Chrom(?:e|ium)\//.test(userAgent) ? null : 'wrongBrowser';
}
