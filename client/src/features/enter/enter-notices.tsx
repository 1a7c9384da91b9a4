import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { supportUrl } from '../../api/request-problem.ts';
import { formatDate } from '../../i18n/format-date.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { paths } from '../../paths.ts';
import { BilledAfterDeletion } from '../../profile/billed-after-deletion.tsx';
import { type Deletion, forgetDeletion, useSession } from '../../session/session.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { readSignInError } from './sign-in-error.ts';

interface EnterNoticesProps {
  /** The `error` parameter of the page. */
  error: string | null;
  emailChanged: boolean;
}

/** What the sign-in page says before anything else. Apart from the page, because most visitors never see it. */
export function EnterNotices({ error, emailChanged }: EnterNoticesProps) {
  const { t } = useTranslation();
  const { signedIn, deletion } = useSession();
  const endedByDeletion = deletion !== null && (error === 'SIGNED_OUT' || error === 'ErrAccountTerminated');
  const signInError = endedByDeletion ? null : readSignInError(error);
  return (
    <>
      {deletion && <DeletionBanner deletion={deletion} />}
      {emailChanged && (
        <Banner tone="success" role="status" title={t('toast.emailChanged')}>
          {t('enter.emailChanged')}
        </Banner>
      )}
      {signInError !== null && signInError !== 'restore' && (
        <Banner tone={signInError.tone} role="alert">
          {t(signInError.text)}
        </Banner>
      )}
      {signInError === 'restore' &&
        (signedIn ? <RestoreDialog /> : <RestoreHint codeRefused={error === 'AccountDeleted'} />)}
    </>
  );
}

/** After a deletion: until when and how the account can be restored, and what keeps billing. decisions.md §4 */
function DeletionBanner({ deletion: { restorableUntil, biller } }: { deletion: Deletion }) {
  useEffect(forgetDeletion, []);
  const { t } = useTranslation();
  const { locale } = useLocale();
  return (
    <Banner tone="info" role="status" title={t('deleted.title')}>
      <span>{t('deleted.text', { date: formatDate(new Date(restorableUntil), locale) })}</span>
      {biller !== null && (
        <>
          <br />
          <BilledAfterDeletion biller={biller} />
        </>
      )}
    </Banner>
  );
}

/**
 * How to restore an account without a session, which the restore needs.
 * @param codeRefused a one-time code does not sign in to this deleted account
 */
function RestoreHint({ codeRefused }: { codeRefused: boolean }) {
  const { t } = useTranslation();
  return (
    <Banner
      tone="info"
      role="alert"
      title={t(codeRefused ? 'restoreHint.deletedTitle' : 'restoreHint.title')}
      links={
        codeRefused && (
          <>
            <TextLink as={Link} to={paths.enterAccountCode}>
              {t('restoreHint.accountCode')}
            </TextLink>
            <TextLink href={supportUrl()}>{t('error.contactSupport')}</TextLink>
          </>
        )
      }
    >
      {t(codeRefused ? 'restoreHint.deletedText' : 'restoreHint.text')}
    </Banner>
  );
}
