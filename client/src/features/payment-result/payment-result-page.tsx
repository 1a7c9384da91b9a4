import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { supportUrl } from '../../api/request-problem.ts';
import { OpenInbox } from '../../email/open-inbox.tsx';
import { readSavedEmail } from '../../email/saved-email.ts';
import { ProfileOrSignInLink } from '../../session/profile-or-sign-in-link.tsx';
import { AlertBox } from '../../ui/alert-box.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { usePaymentResult } from './use-payment-result.ts';
import './payment-result-page.css';

/** The page that the order page returns to. product.md §4 */
export function PaymentResultPage() {
  const { t } = useTranslation();
  const result = usePaymentResult();
  const [email] = useState(readSavedEmail);
  switch (result) {
    case 'checking':
    case 'unreadable':
      return (
        <AlertBox
          key="processing"
          art={<Spinner label={t('paymentResult.processing')} />}
          title={t('paymentResult.processing')}
          description={t('paymentResult.processingText')}
          footer={<FunFact />}
        />
      );
    case 'success':
    case 'soon':
      return (
        <AlertBox
          key="success"
          tone="success"
          title={t('paymentResult.success')}
          description={t(result === 'success' ? 'paymentResult.successText' : 'paymentResult.successSoonText')}
          action={<ProfileOrSignInLink variant="primary" />}
        />
      );
    case 'failed':
      return (
        <AlertBox
          key="failed"
          tone="error"
          title={t('paymentResult.failed')}
          description={t('paymentResult.failedText')}
          action={
            <div className="stack gap-3">
              <ProfileOrSignInLink variant="primary" />
              <ButtonLink variant="ghost" block href={supportUrl()}>
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
          title={t('paymentResult.thanks')}
          description={t('paymentResult.followEmailText')}
          action={
            <div className="stack gap-3">
              <OpenInbox email={email} variant="primary" />
              <ProfileOrSignInLink email={email} />
              <ButtonLink variant="ghost" block href={supportUrl()}>
                {t('error.contactSupport')}
              </ButtonLink>
            </div>
          }
        />
      );
  }
}

const facts = [
  'paymentResult.fact1',
  'paymentResult.fact2',
  'paymentResult.fact3',
  'paymentResult.fact4',
  'paymentResult.fact5',
] as const;

/** A random fact to read while waiting. product.md §4 */
function FunFact() {
  const { t } = useTranslation();
  const [fact] = useState(() => facts[Math.floor(Math.random() * facts.length)] ?? facts[0]);
  return (
    <span className="fact">
      <RichText text={t('paymentResult.didYouKnow', { fact: t(fact) })} marks={{ b: (words) => <b>{words}</b> }} />
    </span>
  );
}
