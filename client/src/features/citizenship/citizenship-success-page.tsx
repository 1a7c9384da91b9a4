import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { ButtonLink } from '../../ui/button.tsx';

/** Where the verification comes back to when it was done on this device. decisions.md §4 */
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
