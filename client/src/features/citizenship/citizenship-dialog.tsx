import { QRCodeSVG } from 'qrcode.react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isMobile, thisPlatform } from '../../app-link/platform.ts';
import { useProfilePoll } from '../../profile/use-profile.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { ClockIcon } from '../../ui/icons/clock-icon.tsx';
import { QrFrame } from '../../ui/qr-frame.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Steps } from '../../ui/steps.tsx';
import { CitizenshipSuccess } from './citizenship-success.tsx';
import { type CitizenshipLink, openLinkSoon, useCitizenshipLink } from './use-citizenship-link.ts';

export interface CitizenshipDialogProps {
  verified: boolean;
  /** Already validated; null when there is none. */
  successUrl: string | null;
  /** The page was opened by our app on an iPad. */
  onIpad: boolean;
  onClose: () => void;
}

/** product.md §9 */
const pollMs = 10_000;

/** Modules of white space around the QR code. */
const quietZone = 4;

/** Shows the link to the national app and waits for the verification. product.md §4 */
export function CitizenshipDialog({ verified, successUrl, onIpad, onClose }: CitizenshipDialogProps) {
  const { t } = useTranslation();
  const { state, renewed, renew, retry } = useCitizenshipLink();
  useProfilePoll(verified ? null : pollMs, { whileHidden: true });
  if (verified) return <CitizenshipSuccess successUrl={successUrl} onIpad={onIpad} />;
  return (
    <Dialog title={t('citizenship.dialogTitle')} closeLabel={t('dialog.close')} onClose={onClose}>
      {state === 'loading' && (
        <>
          <div className="dialog__center mt-4">
            <span className="qr qr--lg qr--empty" />
            <p className="row gap-3 mt-4" role="status">
              <Spinner />
              <span>{t('citizenship.loading')}</span>
            </p>
          </div>
          <CitizenshipSteps />
        </>
      )}
      {state === 'failed' && (
        <div className="stack gap-4 mt-4">
          <FieldError>{t('error.tryLater')}</FieldError>
          <Button onClick={retry}>{t('error.tryAgain')}</Button>
        </div>
      )}
      {typeof state === 'object' && <LinkCode link={state} renewed={renewed} onExpire={renew} />}
    </Dialog>
  );
}

interface LinkCodeProps {
  link: CitizenshipLink;
  renewed: boolean;
  onExpire: () => void;
}

function LinkCode({ link, renewed, onExpire }: LinkCodeProps) {
  const { t } = useTranslation();
  const mobile = isMobile(thisPlatform());
  const linkToOpen = mobile && !renewed ? link.url : null;
  useEffect(() => (linkToOpen === null ? undefined : openLinkSoon(linkToOpen)), [linkToOpen]);
  return (
    <>
      <div className="dialog__center mt-4">
        <QrFrame large label={t('citizenship.qrCode')}>
          <QRCodeSVG value={link.url} size={200} marginSize={quietZone} aria-hidden="true" />
        </QrFrame>
        <div className="mt-4">
          <Badge tone="timer" icon={<ClockIcon />}>
            <Countdown
              key={link.expiresAt}
              deadline={link.expiresAt}
              minuteDigits={2}
              onEnd={onExpire}
              endedText={t('qrCode.renewed')}
            />
          </Badge>
        </div>
        <p className="caption muted mt-2">{t('citizenship.codeRenews')}</p>
      </div>
      <CitizenshipSteps />
      <div className="btn-row mt-6">
        <CopyButton
          size="sm"
          text={link.url}
          label={t('copy.link')}
          copiedLabel={t('copy.copied')}
          refusedText={t('copy.refused')}
        />
        {mobile && (
          <ButtonLink variant="primary" href={link.url}>
            {t('citizenship.openDiia')}
          </ButtonLink>
        )}
      </div>
    </>
  );
}

function CitizenshipSteps() {
  const { t } = useTranslation();
  return (
    <div className="mt-6">
      <Steps tight steps={[t('citizenship.step1'), t('citizenship.step2')]} />
    </div>
  );
}
