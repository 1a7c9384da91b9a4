import { useTranslation } from 'react-i18next';
import { Delayed } from '../../ui/delayed.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** Shown in the login layout while a page's code loads. Appears after 200 ms. product.md §4 */
export function PageSpinner() {
  const { t } = useTranslation();
  return (
    <Delayed className="gate__wait">
      <Spinner label={t('layout.loading')} />
    </Delayed>
  );
}
