import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { calls } from '#shared/calls.ts';
import type { MarketingEvent } from '#shared/marketing.ts';
import type { Profile } from '#shared/profile.ts';
import { describeProblem } from '../../api/describe-problem.ts';
import { ProblemBanner } from '../../api/problem-banner.tsx';
import { request } from '../../api/request.ts';
import { useNavigateWhileShown } from '../../api/use-navigate-while-shown.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { write } from '../../api/write.ts';
import { paths } from '../../paths.ts';
import { accountLabel } from '../../profile/profile-rules.ts';
import { useProfile } from '../../profile/use-profile.ts';
import { ProfileOrSignInLink } from '../../session/profile-or-sign-in-link.tsx';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { MailIcon } from '../../ui/icons/mail-icon.tsx';

/** The history state, for a reload. */
interface SavedState {
  readonly confirmed?: true;
}

/** Confirms for the signed-in account, automatically or by a button that names it. */
export function ConfirmSubscription({ atOnce }: { atOnce: boolean }) {
  const { t } = useTranslation();
  const { pathname, state } = useLocation();
  const navigate = useNavigateWhileShown();
  const { data, error, isValidating, mutate } = useProfile();
  const profile = data?.profile;
  const confirmed = (state as SavedState | null)?.confirmed === true;
  const { status, problem, submit } = useSubmit();
  const started = useRef(false);
  const confirming = status === 'running' || status === 'done' || (status === 'idle' && atOnce);

  const confirm = (account: Profile) =>
    submit(async () => {
      // Without `receive_newsletters` the call subscribes. product.md §7
      await write(calls.updateSettings, {});
      // The subscription does not depend on the event, which needs an email.
      if (account.email) request(calls.registerEvent, newsletterEvent(account)).catch(() => undefined);
      navigate(pathname, { replace: true, state: { confirmed: true } satisfies SavedState });
    });
  useEffect(() => {
    if (!atOnce || started.current || !profile) return;
    started.current = true;
    void confirm(profile);
  });

  if (confirmed) {
    return (
      <AlertBox
        key="confirmed"
        tone="success"
        title={t('newsletter.thanks')}
        description={t('newsletter.confirmed')}
        action={
          <ButtonLink as={Link} to={paths.profile} variant="primary" block>
            {t('layout.toProfile')}
          </ButtonLink>
        }
      />
    );
  }
  const failedToLoad = error !== undefined && !profile;
  return (
    <ConfirmBox>
      <ProblemBanner
        problem={failedToLoad ? describeProblem(error) : problem}
        onOnline={failedToLoad || !profile ? undefined : () => void confirm(profile)}
      />
      {failedToLoad ? (
        <>
          <Button variant="primary" block loading={isValidating} onClick={() => void mutate()}>
            {t('error.tryAgain')}
          </Button>
          {/* For a deleted account, every retry fails. The profile offers to restore it. */}
          <ProfileOrSignInLink variant="ghost" />
        </>
      ) : (
        <Button
          variant="primary"
          block
          loading={confirming || !profile}
          onClick={() => {
            if (profile) void confirm(profile);
          }}
        >
          {profile && !confirming
            ? t('newsletter.confirm', { email: accountLabel(profile) })
            : t(confirming ? 'newsletter.confirming' : 'profile.loading')}
        </Button>
      )}
    </ConfirmBox>
  );
}

/** The event of a confirmed subscription. decisions.md §4, Events */
export const newsletterEvent = ({ email, full_name, type, subscription }: Profile): MarketingEvent => ({
  event_type: 'newsletter_confirmed',
  email,
  event_params: [
    { name: 'newsletter_sub', value: 'true' },
    { name: 'name', value: full_name ?? '' },
    { name: 'account_type', value: type },
    { name: 'subscription_type', value: subscription?.vendor ?? '' },
    { name: 'sub_form', value: 'email_confirmation' },
  ],
});

/** Explains what the button below confirms. */
export function ConfirmBox({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <AlertBox
      key="confirm"
      art={
        <Glyph large round tone="accent">
          <MailIcon />
        </Glyph>
      }
      title={t('newsletter.title')}
      description={t('newsletter.intro')}
      action={<div className="stack gap-4">{children}</div>}
    />
  );
}
