import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { downloadInstaller } from '../../app-link/download-installer.ts';
import { openApp } from '../../app-link/open-app.ts';
import { isMobile, thisPlatform } from '../../app-link/platform.ts';
import { ProfileOrSignInLink } from '../../session/profile-or-sign-in-link.tsx';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { ExtIcon } from '../../ui/icons/ext-icon.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { DownloadAppLink } from './download-app-link.tsx';

interface OpenAppBoxProps {
  title: string;
  /** The visitor has achieved something already. */
  success?: boolean;
  /** Null while it is being made. */
  link: string | null;
  /** Stands over the button. */
  problem?: ReactNode;
}

/** A page that opens the app: by itself, by its button, and with a way to get the app where neither works. product.md §2 */
export function OpenAppBox({ title, success, link, problem }: OpenAppBoxProps) {
  const { t } = useTranslation();
  const [missing, setMissing] = useState(false);
  const open = async (address: string) => {
    setMissing(false);
    const opened = await openApp(address);
    setMissing(!opened);
    return opened;
  };
  useOpenOnce(link, (address) => void open(address));

  const openByHand = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    const platform = thisPlatform();
    const opened = await open(event.currentTarget.href);
    // Only where the visitor has asked: a file that comes by itself is nothing to trust.
    if (!opened && (platform === 'macos' || platform === 'windows')) await downloadInstaller(platform);
  };
  return (
    <AlertBox
      {...(success
        ? { tone: 'success' }
        : {
            art: (
              <Glyph large round tone="accent">
                <ExtIcon />
              </Glyph>
            ),
          })}
      title={title}
      action={
        <div className="stack gap-4">
          {problem}
          {link === null ? (
            !problem && (
              <Button variant="primary" block loading>
                {t('handOff.preparing')}
              </Button>
            )
          ) : (
            <ButtonLink variant="primary" block href={link} onClick={(event) => void openByHand(event)}>
              {t('handOff.goToApp')}
            </ButtonLink>
          )}
          <ProfileOrSignInLink variant="ghost" />
        </div>
      }
      footer={
        <span role="status">
          {missing && (
            <RichText
              text={t('handOff.notInstalled')}
              marks={{ link: (words) => <DownloadAppLink>{words}</DownloadAppLink> }}
            />
          )}
        </span>
      }
    />
  );
}

/** What the history remembers about a visit of a hand-off page. */
export interface VisitState {
  /** The app was opened without being asked to. */
  readonly opened?: true;
  /** The visitor was signed in by a pair in the address, so the app is to get a token of its own. */
  readonly signedInByPair?: true;
}

/**
 * Opens the app by itself, once in a visit: not on Back, not after a reload, and not on phones. Android wants a
 * press, and Safari shows an error page over this one where the app is missing. product.md §2
 * @param link null while it is being made
 */
function useOpenOnce(link: string | null, open: (link: string) => void): void {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const opened = useRef((state as VisitState | null)?.opened === true);
  useEffect(() => {
    if (link === null || opened.current || isMobile(thisPlatform())) return;
    opened.current = true;
    navigate(pathname + search, { replace: true, state: { ...state, opened: true } satisfies VisitState });
    open(link);
  });
}
