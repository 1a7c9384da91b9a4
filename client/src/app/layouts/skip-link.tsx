import { useTranslation } from 'react-i18next';

/** The first stop of the Tab key: past the header, to the content. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className="skip-link" href="#main">
      {t('layout.skipToContent')}
    </a>
  );
}
