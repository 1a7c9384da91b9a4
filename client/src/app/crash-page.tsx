import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadPage } from '../api/reload-page.ts';
import { newReportNumber, reportError } from '../api/report-error.ts';
import { start } from '../start.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { CopyRow } from '../ui/copy-row.tsx';
import { LoginLayout } from './layouts/login-layout.tsx';

interface CrashReportProps {
  /** `page` brings its own layout. */
  scope: 'page' | 'section';
  error: unknown;
}

/** Reports the crash, and shows the report number for support and two ways to continue. product.md §2 */
export function CrashReport({ scope, error }: CrashReportProps) {
  const { t } = useTranslation();
  const [reportNumber] = useState(newReportNumber);
  useEffect(() => reportError(error, reportNumber), [error, reportNumber]);
  const report = (
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
              copyLabel={t('copy.value')}
              copiedLabel={t('copy.copied')}
              refusedText={t('copy.refused')}
            />
          </dl>
          <Button variant="primary" block onClick={() => void reloadPage()}>
            {t('error.tryAgain')}
          </Button>
          <ButtonLink variant="ghost" block href={start.links.support}>
            {t('error.contactSupport')}
          </ButtonLink>
        </div>
      }
    />
  );
  return scope === 'page' ? <LoginLayout variant="message">{report}</LoginLayout> : report;
}
