import { useTranslation } from 'react-i18next';
import { start } from '../../start.ts';
import './footer.css';

/** Legal links, support, and the copyright year. */
export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className="footer">
      <div className="footer__in">
        <a href={start.links.privacy}>{t('layout.privacyPolicy')}</a>
        <a href={start.links.terms}>{t('layout.termsAndConditions')}</a>
        <a href={start.links.support}>{t('layout.support')}</a>
        <span translate="no">{`© ${start.copyrightYear} ${start.productName}`}</span>
      </div>
    </footer>
  );
}
