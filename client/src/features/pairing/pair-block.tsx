import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RetryBanner } from '../../api/retry-banner.tsx';
import { downloadInstaller } from '../../app-link/download-installer.ts';
import { openApp } from '../../app-link/open-app.ts';
import { isDesktop, isMobile, thisPlatform } from '../../app-link/platform.ts';
import { useAppSignInToken } from '../../app-link/use-app-sign-in-token.ts';
import { isUnhurriedPress, noteShown } from '../../session/press-guard.ts';
import { start } from '../../start.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QrFrame } from '../../ui/qr-frame.tsx';
import './pair-block.css';

/** product.md §2 */
const qrPixels = 120;
const qrQuietModules = 4;

type Outcome = 'downloading' | 'missing';

/** "2. Connect your account": a QR code for another device, a button for this one. `target` is the device to add. */
export function PairBlock({ target }: { target: 'desktop' | 'mobile' }) {
  const { t } = useTranslation();
  const { token, renewals, failed, renew } = useAppSignInToken();
  const [opening, setOpening] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const platform = thisPlatform();
  // A phone cannot scan its own screen.
  const onPhone = isMobile(platform);
  const link = token && pairingLink(token);

  // Anyone who has the link can sign in with it.
  const isShown = link !== null;
  useEffect(() => {
    if (isShown) noteShown();
  }, [isShown]);
  const pair = async (url: string) => {
    setOutcome(null);
    setOpening(true);
    const opened = await openApp(url);
    setOpening(false);
    if (opened) return;
    if (!isDesktop(platform)) return setOutcome('missing');
    setOutcome('downloading');
    if (!(await downloadInstaller(platform))) setOutcome(null);
  };
  return (
    <section className="pair">
      <div>
        <h3 className="h4">{t('pairing.title')}</h3>
        <p className="small soft mt-1 prose">
          {t(onPhone ? 'pairing.onPhone' : target === 'desktop' ? 'pairing.desktop' : 'pairing.mobile')}
        </p>
        <div className="pair__actions mt-4">
          {(onPhone || target === 'desktop') && (
            <Button
              variant="primary"
              loading={opening}
              aria-disabled={!link}
              onClick={() => {
                if (link) void pair(link);
              }}
            >
              {t(opening ? 'pairing.opening' : 'pairing.button')}
            </Button>
          )}
          {link && (
            <CopyButton
              text={link}
              label={t('copy.link')}
              copiedLabel={t('copy.copied')}
              refusedText={t('copy.refused')}
              mayCopy={isUnhurriedPress}
            />
          )}
        </div>
        <div role="status" className="small">
          {outcome && <p className="mt-3">{t(outcome === 'missing' ? 'pairing.appMissing' : 'pairing.downloading')}</p>}
        </div>
        {!failed && <p className="caption muted mt-3">{t(onPhone ? 'pairing.linkRenews' : 'pairing.codeRenews')}</p>}
      </div>
      {!onPhone && !failed && (
        <div className="pair__qr" aria-busy={!link}>
          {link ? (
            <QrFrame label={t('pairing.qrCode')}>
              <QRCodeSVG value={link} size={qrPixels} marginSize={qrQuietModules} level="M" aria-hidden="true" />
            </QrFrame>
          ) : (
            <span className="qr qr--empty" />
          )}
        </div>
      )}
      <span className="visually-hidden" role="status">
        {renewals > 0 && <span key={renewals}>{t('qrCode.renewed')}</span>}
      </span>
      {failed && (
        <div className="pair__failed">
          <RetryBanner onTryAgain={renew}>{t('pairing.codeFailed')}</RetryBanner>
        </div>
      )}
    </section>
  );
}

/** The link that signs a device in. decisions.md §4 */
const pairingLink = (token: string): string => `${start.appUrlSchemes[0]}://pair?${new URLSearchParams({ token })}`;
