import { useTranslation } from 'react-i18next';
import { Delayed } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** In the middle of a page of the login layout while its code is fetched; like a skeleton it is seen after 200 ms. product.md §4 */
export function PageSpinner() {
  const { t } = useTranslation();
  return (
    <Delayed className="gate__wait">
      <Spinner label={t('layout.loading')} />
    </Delayed>
  );
}
