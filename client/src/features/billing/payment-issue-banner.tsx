import { useTranslation } from 'react-i18next';
import { useHelpLink } from '../../i18n/use-locale.ts';
import { start } from '../../start.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** A failed payment, with links to help. product.md §8 */
export function PaymentIssueBanner() {
  const { t } = useTranslation();
  const helpLink = useHelpLink();
  return (
    <Banner
      tone="danger"
      title={t('layout.paymentIssue')}
      links={
        <>
          <TextLink block href={helpLink}>
            {t('billing.faq')}
          </TextLink>
          <TextLink block href={start.links.support}>
            {t('error.contactSupport')}
          </TextLink>
        </>
      }
    >
      {t('billing.paymentIssue')}
    </Banner>
  );
}
