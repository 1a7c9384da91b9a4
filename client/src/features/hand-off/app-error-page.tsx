import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { reportError } from '../../api/report-error.ts';
import { supportUrl } from '../../api/request-problem.ts';
import { ProfileOrSignInLink } from '../../session/profile-or-sign-in-link.tsx';
import { start } from '../../start.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { ButtonLink } from '../../ui/button.tsx';

/** The length of an external message in a report. */
const reportedLength = 200;

/** Shows and reports the app's error, `err_message`. product.md §8 */
export function AppErrorPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const message = new URLSearchParams(search).get('err_message') ?? '';
  useEffect(() => reportError(new Error(`The app reports: ${message.slice(0, reportedLength)}`)), [message]);

  const exists = message === 'ErrAccountAlreadyExists';
  return (
    <AlertBox
      tone="error"
      title={t(exists ? 'appError.existsTitle' : 'appError.title')}
      description={t(exists ? 'appError.existsText' : 'appError.text')}
      action={
        <div className="stack gap-3">
          <ButtonLink variant="primary" block href={supportUrl()}>
            {t('error.contactSupport')}
          </ButtonLink>
          <ButtonLink block href={`${start.appUrlSchemes[0]}://`}>
            {t('appError.back')}
          </ButtonLink>
          <ProfileOrSignInLink variant="ghost" />
        </div>
      }
    />
  );
}
