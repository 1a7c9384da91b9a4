import { useTranslation } from 'react-i18next';
import { PageLoadFailed } from '../api/page-load-failed.tsx';
import type { Section } from '../paths.ts';
import { sectionTitles } from './section-heading.tsx';

interface ProfileLoadFailedProps {
  section: Section;
  /** The gateway responded with 429. */
  tooMany: boolean;
  traceId: string | null | undefined;
  trying: boolean;
  onTryAgain: () => void;
}

/** The profile could not be loaded. States that the user is still signed in. */
export function ProfileLoadFailed({ section, tooMany, traceId, ...retry }: ProfileLoadFailedProps) {
  const { t } = useTranslation();
  return (
    <PageLoadFailed title={t(sectionTitles[section])} problem={t('profile.loadFailed')} {...retry}>
      <span>{t(tooMany ? 'profile.tooManyRequests' : 'profile.stillSignedIn')}</span>
      {traceId && <br />}
      {traceId && <span className="caption muted">{t('error.reference', { number: traceId })}</span>}
    </PageLoadFailed>
  );
}
