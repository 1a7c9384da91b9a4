import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { saveIntendedUrl } from '../../session/intended-url.ts';
import { useSession } from '../../session/session.ts';
import { isSignedInByThisLink, takeLinkSignIn } from '../../session/signed-in-by-url.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ConfirmBox, ConfirmSubscription } from './confirm-subscription.tsx';

/**
 * Confirms the newsletter subscription: automatically if the link in the email signed the user in, else after a click.
 * So a link cannot subscribe another account. decisions.md §4
 */
export function SubscriptionConfirmedPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { signedIn, generation } = useSession();
  const [byLink] = useState(isSignedInByThisLink);
  useEffect(() => {
    takeLinkSignIn();
  }, []);
  // A later session may be another account's: its holder has not opened this link.
  if (signedIn) return <ConfirmSubscription atOnce={byLink && generation === 0} />;
  return (
    <ConfirmBox>
      <ButtonLink as={Link} to={paths.enter} variant="primary" block onClick={() => saveIntendedUrl(pathname)}>
        {t('newsletter.signIn')}
      </ButtonLink>
    </ConfirmBox>
  );
}
