import { useTranslation } from 'react-i18next';
import { Spinner } from '../../ui/spinner.tsx';
import '../../ui/skeleton.css';

/** In the middle of a page of the login layout while its code is fetched; like a skeleton it is seen after 200 ms. product.md §4 */
export function PageSpinner() {
  const { t } = useTranslation();
  return (
    <div className="gate__wait skeleton">
      <Spinner label={t('layout.loading')} />
    </div>
  );
}
