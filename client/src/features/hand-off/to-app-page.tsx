import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { arrivedBy } from '../../api/arrived-by.ts';
import { RetryBanner } from '../../api/retry-banner.tsx';
import { useAppSignInToken } from '../../app-link/use-app-sign-in-token.ts';
import { useSession } from '../../session/session.ts';
import { isSignedInByThisLink, takeLinkSignIn } from '../../session/signed-in-by-url.ts';
import { isAccountUnconfirmed } from '../../session/unconfirmed-account.ts';
import { start } from '../../start.ts';
import { buildAppUrl, hasPermanentToken } from './hand-off-url.ts';
import { OpenAppBox, type VisitState } from './open-app-box.tsx';

interface ToAppPageProps {
  /** The user just signed in. */
  justSignedIn?: boolean;
}

/** Opens the app with all parameters of the URL. product.md §2 */
export function ToAppPage({ justSignedIn = false }: ToAppPageProps) {
  const { t } = useTranslation();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { signedIn, generation } = useSession();
  const visit = (state ?? {}) as VisitState;
  // Not by Back, to which another site can lead. A sign-in by form since then has cleared the cookie.
  const isReopened = visit.signedInByPair === true && arrivedBy('reload') && isAccountUnconfirmed();
  // The gateway removed a token pair from the URL and signed the user in with it. decisions.md §3, Sign-in by URL
  const [signedInByPair] = useState(() => (isSignedInByThisLink() || isReopened) && !hasPermanentToken(search));
  // A later session may be another account's, which this link's app must not get, nor after a reload.
  const isOwn = signedInByPair && signedIn && generation === 0;
  useEffect(() => {
    takeLinkSignIn();
    if (isOwn === (visit.signedInByPair === true)) return;
    navigate(pathname + search, { replace: true, state: { ...visit, signedInByPair: isOwn } satisfies VisitState });
  });

  const title = t(justSignedIn ? 'handOff.signedIn' : 'handOff.openApp');
  if (isOwn) return <OpenWithFreshToken title={title} success={justSignedIn} search={search} />;
  return <OpenAppBox title={title} success={justSignedIn} link={buildAppUrl(search, start.appUrlSchemes)} />;
}

/** Requests a token for the app, so that it gets a session of its own. */
function OpenWithFreshToken({ title, success, search }: { title: string; success: boolean; search: string }) {
  const { t } = useTranslation();
  const { token, failed, renew } = useAppSignInToken();
  const problem = failed && <RetryBanner onTryAgain={renew}>{t('error.tryLater')}</RetryBanner>;
  const link = token === null ? null : buildAppUrl(search, start.appUrlSchemes, token);
  return <OpenAppBox title={title} success={success} link={link} problem={problem} />;
}
