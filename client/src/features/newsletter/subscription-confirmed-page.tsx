import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { saveIntendedUrl } from '../../session/intended-url.ts';
import { useSession } from '../../session/session.ts';
import { consumeLinkOutcome, isSignedInByUrl } from '../../session/signed-in-by-url.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ConfirmBox, ConfirmSubscription } from './confirm-subscription.tsx';

/**
 * Turns the newsletter on. By itself only for whom the link of the mail has just signed in; anybody else is asked, so that
 * a link subscribes nobody else's account. decisions.md §4
 */
export function SubscriptionConfirmedPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { signedIn } = useSession();
  const [byLink] = useState(isSignedInByUrl);
  useEffect(() => {
    consumeLinkOutcome();
  }, []);
  if (signedIn) return <ConfirmSubscription atOnce={byLink} />;
  return (
    <ConfirmBox>
      <ButtonLink as={Link} to={paths.enter} variant="primary" block onClick={() => saveIntendedUrl(pathname)}>
        {t('newsletter.signIn')}
      </ButtonLink>
    </ConfirmBox>
  );
}
