import { useEffect, useState } from 'react';
import { profileQuery } from '#shared/early-reads.ts';
import { readProfile, type useProfile } from '../profile/use-profile.ts';
import { completeSignOut, signOut } from '../session/sign-out.ts';
import { classifyProfileFailure, type ProfileFailure } from './classify-profile-failure.ts';

/**
 * What to do about the last read of the profile; null if it succeeded. A refusal ends the session, but only once a
 * second read has confirmed it: another tab may have signed in while the first one was on its way (api/request.ts), or
 * replicas of the upstream disagree. Until then the result is null, too, and nothing changes on the page.
 */
export function useProfileFailure({ error, mutate }: ReturnType<typeof useProfile>): ProfileFailure | null {
  const [second, setSecond] = useState<{ readonly error: unknown; readonly failure: ProfileFailure } | null>(null);
  const failure = error ? classifyProfileFailure(error) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `failure` is `error`'s; a new `mutate` is no new error.
  useEffect(() => {
    if (failure?.kind !== 'signOut') return;
    let isCurrent = true;
    readProfile({ query: profileQuery }).then(
      (profile) => {
        if (isCurrent) void mutate({ profile }, { revalidate: false });
      },
      (problem: unknown) => {
        if (!isCurrent) return;
        const again = classifyProfileFailure(problem);
        setSecond({ error, failure: again });
        // If the gateway is unreachable too, at least this page drops the session.
        if (again.kind === 'signOut') signOut(again.error).catch(() => completeSignOut(again.error));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [error]);
  if (failure?.kind !== 'signOut') return failure;
  return second && second.error === error ? second.failure : null;
}
