import { useEffect, useState } from 'react';
import { profileQuery } from '#shared/early-reads.ts';
import { readProfile, type useProfile } from '../profile/use-profile.ts';
import { completeSignOut, signOut } from '../session/sign-out.ts';
import { classifyProfileFailure, type ProfileFailure } from './classify-profile-failure.ts';

/**
 * What to do about the last read of the profile, and null about one that succeeded. A refusal ends the session, but
 * only once a second read has confirmed it: another tab may have signed in while the first one was on its way
 * (api/request.ts), or replicas of the upstream disagree. Until then nothing changes on the page.
 */
export function useProfileFailure({ error, mutate }: ReturnType<typeof useProfile>): ProfileFailure | null {
  const [confirmed, setConfirmed] = useState<{ readonly error: unknown; readonly failure: ProfileFailure } | null>(
    null,
  );
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
        const second = classifyProfileFailure(problem);
        setConfirmed({ error, failure: second });
        // If the gateway is unreachable too, at least this page drops the session.
        if (second.kind === 'signOut') signOut(second.error).catch(() => completeSignOut(second.error));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [error]);
  if (failure?.kind !== 'signOut') return failure;
  return confirmed && confirmed.error === error ? confirmed.failure : null;
}
