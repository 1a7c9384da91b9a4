import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadInstaller } from '../../app-link/download-installer.ts';
import type { DesktopPlatform } from '../../app-link/platform.ts';
import { start } from '../../start.ts';
import { ChevronIcon } from '../../ui/icons/chevron-icon.tsx';
import { OnlineButton } from '../../ui/online-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { PairBlock } from './pair-block.tsx';
import { AppleMark, WindowsMark } from './store-marks.tsx';
import './desktop-slide.css';

/** Downloads and connects the app on a computer. `noSlot` replaces the pairing code. product.md §2 */
export function DesktopSlide({ noSlot }: { noSlot: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="stack gap-6 mt-6">
      <section>
        <h3 className="h4">{t('download.desktopTitle')}</h3>
        <div className="cols-2 mt-3">
          <InstallerButton platform="windows" />
          <InstallerButton platform="macos" />
        </div>
        <p className="caption muted mt-2">{t('download.requirements')}</p>
        <details className="more-platforms mt-3">
          <summary className="input">
            <span>{t('download.otherPlatforms')}</span>
            <ChevronIcon size="sm" />
          </summary>
          {/* biome-ignore lint/a11y/noRedundantRoles: VoiceOver ignores lists without markers. */}
          <ul role="list">
            <li>
              <TextLink block href={start.links.appStore} target="_blank" rel="noopener">
                iPhone, iPad (App Store)
              </TextLink>
            </li>
            <li>
              <TextLink block href={start.links.playStore} target="_blank" rel="noopener">
                Android (Google Play)
              </TextLink>
            </li>
            <li>
              <TextLink block href={start.links.extensionStore} target="_blank" rel="noopener">
                Chrome
              </TextLink>
            </li>
          </ul>
        </details>
      </section>
      <hr className="hr" />
      {noSlot ?? <PairBlock target="desktop" />}
    </div>
  );
}

const names = { windows: 'Windows', macos: 'macOS' } as const;

function InstallerButton({ platform }: { platform: DesktopPlatform }) {
  const { t } = useTranslation();
  const [preparing, setPreparing] = useState(false);
  const download = async () => {
    setPreparing(true);
    await downloadInstaller(platform);
    setPreparing(false);
  };
  return (
    <OnlineButton loading={preparing} offlineText={t('error.offlineAction')} onClick={download}>
      {!preparing && (platform === 'windows' ? <WindowsMark /> : <AppleMark />)}
      <span>{preparing ? t('download.preparing') : names[platform]}</span>
    </OnlineButton>
  );
}
