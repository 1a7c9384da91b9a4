import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { ButtonLink } from '../../ui/button.tsx';

/** The page that the verification returns to on the same device. decisions.md §4 */
export function CitizenshipSuccessPage() {
  const { t } = useTranslation();
  return (
    <AlertBox
      tone="success"
      title={t('citizenship.doneTitle')}
      description={t('citizenship.doneText')}
      action={
        <ButtonLink as={Link} to={paths.profile} variant="primary" block>
          {t('citizenship.continue')}
        </ButtonLink>
      }
    />
  );
}
