import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { TextKey } from '../i18n/i18n.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { useSession } from './session.ts';

interface ProfileOrSignInLinkProps {
  variant?: 'primary' | 'ghost';
  /** Fills in the sign-in form. */
  email?: string | undefined;
  signInText?: TextKey | undefined;
}

/** The next step of a message page: the profile with a session, the sign-in page without one. */
export function ProfileOrSignInLink({ variant, email, signInText = 'layout.signIn' }: ProfileOrSignInLinkProps) {
  const { t } = useTranslation();
  const { signedIn } = useSession();
  return (
    <ButtonLink
      as={Link}
      to={signedIn ? paths.profile : paths.enter}
      state={!signedIn && email ? { email } : undefined}
      variant={variant}
      block
    >
      {t(signedIn ? 'layout.toProfile' : signInText)}
    </ButtonLink>
  );
}
