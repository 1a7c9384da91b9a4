import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { downloadInstaller } from '../../app-link/download-installer.ts';
import { openApp } from '../../app-link/open-app.ts';
import { isDesktop, isMobile, thisPlatform } from '../../app-link/platform.ts';
import { ProfileOrSignInLink } from '../../session/profile-or-sign-in-link.tsx';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { ExtIcon } from '../../ui/icons/ext-icon.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { DownloadAppLink } from './download-app-link.tsx';

interface OpenAppBoxProps {
  title: string;
  /** Shows the success icon. */
  success?: boolean;
  /** Null while it is being created. */
  link: string | null;
  /** Shown above the button. */
  problem?: ReactNode;
}

/** A page that opens the app automatically or by its button, with a download link if neither works. product.md §2 */
export function OpenAppBox({ title, success, link, problem }: OpenAppBoxProps) {
  const { t } = useTranslation();
  const [missing, setMissing] = useState(false);
  const open = async (url: string) => {
    setMissing(false);
    const opened = await openApp(url);
    setMissing(!opened);
    return opened;
  };
  useOpenOnce(link, (url) => void open(url));

  const openOnClick = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    const platform = thisPlatform();
    const opened = await open(event.currentTarget.href);
    // Only after a click: an unrequested download looks suspicious.
    if (!opened && isDesktop(platform)) await downloadInstaller(platform);
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
                {t('download.preparing')}
              </Button>
            )
          ) : (
            <ButtonLink variant="primary" block href={link} onClick={(event) => void openOnClick(event)}>
              {t('handOff.goToApp')}
            </ButtonLink>
          )}
          <ProfileOrSignInLink variant="ghost" signInText={success ? 'handOff.continueInBrowser' : undefined} />
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

/** The history state of a hand-off page. */
export interface VisitState {
  /** The app was opened automatically. */
  readonly opened?: true;
  /** A token pair in the URL signed the user in, so the app gets a token of its own. */
  readonly signedInByPair?: boolean;
}

/**
 * Opens the app automatically, once per visit: not on Back or reload, and not on phones. Android requires a tap, and
 * Safari covers this page with an error if the app is missing. product.md §2
 * @param link null while it is being created
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
