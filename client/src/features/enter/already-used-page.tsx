import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { MailIcon } from '../../ui/icons/mail-icon.tsx';

/** The target of an old link for an address that already has an account. product.md §2 */
export function AlreadyUsedPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const email = new URLSearchParams(search).get('email');
  return (
    <AlertBox
      art={
        <Glyph large round tone="accent">
          <MailIcon />
        </Glyph>
      }
      title={t('alreadyUsed.title')}
      description={email ? t('alreadyUsed.text', { email }) : t('alreadyUsed.textWithoutEmail')}
      action={
        <ButtonLink as={Link} to={paths.enter} variant="primary" block>
          {t('alreadyUsed.signIn')}
        </ButtonLink>
      }
    />
  );
}
