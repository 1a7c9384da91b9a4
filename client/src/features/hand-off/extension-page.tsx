import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { appDownloadUrl } from '../../app-link/app-download-url.ts';
import { isMobile, thisPlatform } from '../../app-link/platform.ts';
import { ProfileOrSignInLink } from '../../session/profile-or-sign-in-link.tsx';
import { start } from '../../start.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { DownloadIcon } from '../../ui/icons/download-icon.tsx';
import { ExtIcon } from '../../ui/icons/ext-icon.tsx';
import { GlobeIcon } from '../../ui/icons/globe-icon.tsx';
import { PhoneIcon } from '../../ui/icons/phone-icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { extensionObstacle, useExtension } from './use-extension.ts';

/** Hands the session over to the browser extension. product.md §4 */
export function ExtensionPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const platform = thisPlatform();
  const appIdentity = new URLSearchParams(search).get('app-identity') ?? '';
  const obstacle = extensionObstacle(navigator.userAgent, platform, appIdentity);
  const { state, account, probe, confirm } = useExtension(obstacle === null);

  switch (obstacle ?? state) {
    case 'notAvailableForMobile':
      return (
        <AlertBox
          key="mobile"
          art={disc(<PhoneIcon />)}
          title={t('extension.notOnMobile')}
          description={t('extension.notOnMobileText')}
          action={
            <div className="stack gap-3">
              <ButtonLink variant="primary" block href={appDownloadUrl(isMobile(platform) ? platform : null)}>
                {t('extension.getApp')}
              </ButtonLink>
              <ProfileOrSignInLink variant="ghost" />
            </div>
          }
        />
      );
    case 'wrongBrowser':
      return (
        <AlertBox
          key="browser"
          art={disc(<GlobeIcon />)}
          title={t('extension.wrongBrowser')}
          description={t('extension.wrongBrowserText')}
          action={
            <div className="stack gap-3">
              <CopyButton
                variant="primary"
                block
                text={location.origin + location.pathname}
                label={t('extension.copyAddress')}
                copiedLabel={t('copy.copied')}
                refusedText={t('copy.refused')}
              />
              <ProfileOrSignInLink variant="ghost" />
            </div>
          }
        />
      );
    case 'missing':
      return (
        <AlertBox
          key="missing"
          art={disc(<DownloadIcon />)}
          title={t('extension.installTitle')}
          description={t('extension.installText')}
          action={
            <div className="stack gap-3">
              <ButtonLink variant="primary" block href={start.links.extensionStore} target="_blank" rel="noreferrer">
                {t('extension.installButton')}
              </ButtonLink>
              <Button variant="ghost" block onClick={probe}>
                {t('extension.checkAgain')}
              </Button>
              <ProfileOrSignInLink variant="ghost" />
            </div>
          }
        />
      );
    case 'failed':
      return (
        <AlertBox
          key="failed"
          tone="error"
          title={t('error.generic')}
          description={t('extension.connectFailed')}
          action={
            <div className="stack gap-3">
              <Button variant="primary" block onClick={probe}>
                {t('error.tryAgain')}
              </Button>
              <ProfileOrSignInLink variant="ghost" />
            </div>
          }
        />
      );
    case 'confirmAccount':
      return (
        <AlertBox
          key="confirm"
          art={disc(<ExtIcon />)}
          title={t('extension.confirmTitle')}
          description={t('extension.confirmText', { email: account })}
          action={
            <div className="stack gap-3">
              <Button variant="primary" block onClick={confirm}>
                {t('extension.confirmButton')}
              </Button>
              <ProfileOrSignInLink variant="ghost" />
            </div>
          }
        />
      );
    default:
      return (
        <AlertBox
          key="loading"
          art={<Spinner label={t('extension.connecting')} />}
          title={t('extension.connecting')}
          description={t('extension.connectingText')}
        />
      );
  }
}

const disc = (icon: ReactNode) => (
  <Glyph large round tone="accent">
    {icon}
  </Glyph>
);
