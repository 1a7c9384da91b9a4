import { useEffect } from 'react';
import { profileQuery } from '#shared/early-reads.ts';
import { readProfile } from '../profile/use-profile.ts';
import type { SignInErrorCode } from '../session/sign-in-error-code.ts';
import { completeSignOut, signOut } from '../session/sign-out.ts';
import { classifyProfileFailure } from './classify-profile-failure.ts';

/**
 * Ends a session that the upstream refuses. Another tab may have signed in while the refused request was on its way, so
 * the profile is read once more: a refusal never ends a newer session (api/request.ts).
 * @param refused the reason for the sign-in page; null while nothing is refused
 * @param reload loads what the page shows again
 */
export function useRefusedSession(refused: SignInErrorCode | null, reload: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `reload` is no new refusal.
  useEffect(() => {
    if (refused === null) return;
    readProfile({ query: profileQuery }).then(reload, (problem: unknown) => {
      if (classifyProfileFailure(problem).kind !== 'signOut') return reload();
      // If the gateway is unreachable too, at least this page drops the session.
      signOut(refused).catch(() => completeSignOut(refused));
    });
  }, [refused]);
}
