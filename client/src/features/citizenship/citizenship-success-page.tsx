import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { isVerifiedCitizen } from '../../profile/profile-rules.ts';
import { useProfile } from '../../profile/use-profile.ts';
import { ProfileOrSignInLink } from '../../session/profile-or-sign-in-link.tsx';
import { useSession } from '../../session/session.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { InfoIcon } from '../../ui/icons/info-icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** Where the verification returns to on the same device. Only the profile knows how it ended. decisions.md §4 */
export function CitizenshipSuccessPage() {
  const { t } = useTranslation();
  const { signedIn } = useSession();
  if (signedIn) return <VerificationResult />;
  return (
    <AlertBox
      art={infoArt}
      title={t('citizenshipReturn.signInTitle')}
      description={t('citizenshipReturn.signInText')}
      action={<ProfileOrSignInLink variant="primary" />}
    />
  );
}

const infoArt = (
  <Glyph large round tone="accent">
    <InfoIcon />
  </Glyph>
);

function VerificationResult() {
  const { t } = useTranslation();
  const { data, error, isValidating, mutate } = useProfile();
  const toProfile = (
    <ButtonLink as={Link} to={paths.profile} variant="primary" block>
      {t('citizenship.continue')}
    </ButtonLink>
  );
  if (data?.profile && isVerifiedCitizen(data.profile)) {
    return (
      <AlertBox
        key="done"
        tone="success"
        title={t('citizenship.doneTitle')}
        description={t('citizenship.doneText')}
        action={toProfile}
      />
    );
  }
  if (!data && !error) {
    return (
      <AlertBox
        key="loading"
        art={<Spinner label={t('citizenshipReturn.checking')} />}
        title={t('citizenshipReturn.checking')}
      />
    );
  }
  return (
    <AlertBox
      key="pending"
      art={infoArt}
      title={t('citizenshipReturn.pendingTitle')}
      description={t('citizenshipReturn.pendingText')}
      action={
        <div className="stack gap-3">
          {toProfile}
          <Button variant="ghost" block loading={isValidating} onClick={() => void mutate()}>
            {t('citizenshipReturn.checkAgain')}
          </Button>
        </div>
      }
    />
  );
}
