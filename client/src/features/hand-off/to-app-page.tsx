import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useDownloadToken } from '../../app-link/use-download-token.ts';
import { useSession } from '../../session/session.ts';
import { consumeLinkOutcome, isSignedInByUrl } from '../../session/signed-in-by-url.ts';
import { start } from '../../start.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { buildAppUrl, hasPermanentToken } from './hand-off-url.ts';
import { OpenAppBox, type VisitState } from './open-app-box.tsx';

interface ToAppPageProps {
  /** The visitor has come from signing in. */
  loggedIn?: boolean;
}

/** Hands the visitor over to the app with everything the address brought. product.md §2 */
export function ToAppPage({ loggedIn = false }: ToAppPageProps) {
  const { t } = useTranslation();
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { signedIn } = useSession();
  const visit = (state ?? {}) as VisitState;
  // The gateway took a pair out of the address and has signed the visitor in with it. decisions.md §3
  const [byPair] = useState(() => (isSignedInByUrl() || visit.signedInByPair === true) && !hasPermanentToken(search));
  useEffect(() => {
    consumeLinkOutcome();
    if (byPair && !visit.signedInByPair) {
      navigate(pathname + search, { replace: true, state: { ...visit, signedInByPair: true } satisfies VisitState });
    }
  });

  const title = t(loggedIn ? 'handOff.signedIn' : 'handOff.openApp');
  if (byPair && signedIn) return <OpenWithFreshToken title={title} success={loggedIn} search={search} />;
  return <OpenAppBox title={title} success={loggedIn} link={buildAppUrl(search, start.appUrlSchemes)} />;
}

/** The page's own session stays with the page: the app gets a token that makes it one of its own. */
function OpenWithFreshToken({ title, success, search }: { title: string; success: boolean; search: string }) {
  const { t } = useTranslation();
  const { token, failed, renew } = useDownloadToken();
  const problem = failed && (
    <Banner
      tone="danger"
      role="alert"
      action={
        <Button size="sm" onClick={renew}>
          {t('error.tryAgain')}
        </Button>
      }
    >
      {t('error.generic')}
    </Banner>
  );
  const link = token === null ? null : buildAppUrl(search, start.appUrlSchemes, token);
  return <OpenAppBox title={title} success={success} link={link} problem={problem} />;
}
