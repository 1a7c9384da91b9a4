import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { isEmailAddress } from '../../email/is-email-address.ts';
import { ProfileOrSignInLink } from '../../session/profile-or-sign-in-link.tsx';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { MailIcon } from '../../ui/icons/mail-icon.tsx';

/** The target of an old link for an address that already has an account. product.md §2 */
export function AlreadyUsedPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const given = new URLSearchParams(search).get('email')?.trim() ?? '';
  // Without this check a link could show any text on our page.
  const email = isEmailAddress(given) ? given : undefined;
  return (
    <AlertBox
      art={
        <Glyph large round tone="accent">
          <MailIcon />
        </Glyph>
      }
      title={t('alreadyUsed.title')}
      description={email ? t('alreadyUsed.text', { email }) : t('alreadyUsed.textWithoutEmail')}
      action={<ProfileOrSignInLink variant="primary" email={email} signInText="alreadyUsed.signIn" />}
    />
  );
}
