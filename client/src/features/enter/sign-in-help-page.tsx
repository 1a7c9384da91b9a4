import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { readLastTraceId, supportUrl } from '../../api/request-problem.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { SocialLinks } from './social-links.tsx';

/** 'Can't sign in?': what helps in each case, and support with the number of the last error. */
export function SignInHelpPage() {
  const { t } = useTranslation();
  const traceId = readLastTraceId();
  const signIn = (
    <TextLink as={Link} block to={paths.enter}>
      {t('signInHelp.signIn')}
    </TextLink>
  );
  return (
    <>
      <div>
        <PageTitle title={t('enter.help')} big />
        <p className="soft mt-2">{t('signInHelp.intro')}</p>
      </div>
      <Case title={t('signInHelp.noEmail')} text={t('signInHelp.noEmailText')}>
        {signIn}
      </Case>
      <Case title={t('signInHelp.lostMailbox')} text={t('signInHelp.lostMailboxText')}>
        <TextLink as={Link} block to={paths.enterAccountCode}>
          {t('signInHelp.accountCode')}
        </TextLink>
      </Case>
      <Case title={t('signInHelp.social')} text={t('signInHelp.socialText')}>
        <SocialLinks />
      </Case>
      <Case title={t('signInHelp.deleted')} text={t('signInHelp.deletedText')}>
        {signIn}
      </Case>
      <Case
        title={t('signInHelp.other')}
        text={traceId ? t('signInHelp.otherTextWithNumber', { number: traceId }) : t('signInHelp.otherText')}
      >
        <ButtonLink block href={supportUrl()}>
          {t('error.contactSupport')}
        </ButtonLink>
      </Case>
    </>
  );
}

function Case({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="stack gap-2">
      <h2 className="h4">{title}</h2>
      <p className="small soft">{text}</p>
      <div>{children}</div>
    </section>
  );
}
