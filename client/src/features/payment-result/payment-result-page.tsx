import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { OpenInbox } from '../../email/open-inbox.tsx';
import { readSavedEmail } from '../../email/saved-email.ts';
import { paths } from '../../paths.ts';
import { start } from '../../start.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { FunFact } from './fun-fact.tsx';
import { usePaymentResult } from './use-payment-result.ts';

/** The page after the order page. product.md §4 */
export function PaymentResultPage() {
  const { t } = useTranslation();
  const result = usePaymentResult();
  const [email] = useState(readSavedEmail);
  const toProfile = (
    <ButtonLink as={Link} to={paths.profile} variant="primary" block>
      {t('layout.toProfile')}
    </ButtonLink>
  );
  switch (result) {
    case 'checking':
    case 'unreadable':
      return (
        <AlertBox
          key="processing"
          art={<Spinner label={t('payment.processing')} />}
          title={t('payment.processing')}
          description={t('payment.processingText')}
          footer={<FunFact />}
        />
      );
    case 'success':
    case 'soon':
      return (
        <AlertBox
          key="success"
          tone="success"
          title={t('payment.success')}
          description={t(result === 'success' ? 'payment.successText' : 'payment.successSoonText')}
          action={toProfile}
        />
      );
    case 'failed':
      return (
        <AlertBox
          key="failed"
          tone="error"
          title={t('payment.failed')}
          description={t('payment.failedText')}
          action={
            <div className="stack gap-3">
              {toProfile}
              <ButtonLink variant="ghost" block href={start.links.support}>
                {t('error.contactSupport')}
              </ButtonLink>
            </div>
          }
        />
      );
    case 'unknown':
      return (
        <AlertBox
          key="unknown"
          tone="success"
          title={t('payment.thanks')}
          description={t('payment.stepsText')}
          action={<OpenInbox email={email} variant="primary" />}
        />
      );
  }
}
