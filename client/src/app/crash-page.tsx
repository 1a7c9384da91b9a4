import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newReportNumber, reportError } from '../api/report-error.ts';
import { start } from '../start.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { CopyRow } from '../ui/copy-row.tsx';
import { LoginLayout } from './layouts/login-layout.tsx';

/** Shown when a page crashed: the report number for support, and two ways to continue. product.md §2 */
export function CrashPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const [reportNumber] = useState(newReportNumber);
  useEffect(() => reportError(error, reportNumber), [error, reportNumber]);
  return (
    <LoginLayout variant="message">
      <AlertBox
        tone="error"
        title={t('crash.title')}
        description={t('crash.text')}
        action={
          <div className="stack gap-3">
            <dl>
              <CopyRow
                label={t('crash.reportNumber')}
                value={reportNumber}
                copyLabel={t('crash.copy')}
                copiedLabel={t('crash.copied')}
              />
            </dl>
            <Button variant="primary" block onClick={() => location.reload()}>
              {t('error.tryAgain')}
            </Button>
            <ButtonLink variant="ghost" block href={start.links.support}>
              {t('error.contactSupport')}
            </ButtonLink>
          </div>
        }
      />
    </LoginLayout>
  );
}
