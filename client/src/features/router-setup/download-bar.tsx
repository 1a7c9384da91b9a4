import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { DownloadIcon } from '../../ui/icons/download-icon.tsx';
import { StickyBar } from '../../ui/sticky-bar.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { EntryImage } from './entry-image.tsx';
import { type ChosenLocation, titleLocation } from './location-choice.ts';

interface DownloadBarProps {
  chosen: ChosenLocation | null;
  /** The button opens the payment page instead. */
  pays: boolean;
  /** It is unknown whether the router was created: the button checks. */
  unsure: boolean;
  working: boolean;
  onDownload: () => void;
}

/** The chosen location and the download button. */
export function DownloadBar({ chosen, pays, unsure, working, onDownload }: DownloadBarProps) {
  const { t } = useTranslation();
  const button = (reasonId?: string) => (
    <Button
      variant="primary"
      loading={working}
      aria-disabled={chosen === null}
      aria-describedby={reasonId}
      onClick={onDownload}
    >
      {!working && !unsure && <DownloadIcon size="sm" />}
      <span>
        {t(
          working
            ? pays
              ? 'routers.openingPayment'
              : 'routers.preparing'
            : unsure
              ? 'unknownOutcome.checkAgain'
              : 'routers.download',
        )}
      </span>
    </Button>
  );
  return (
    <StickyBar action={chosen ? button() : <Tooltip text={t('routers.noLocationReason')}>{button}</Tooltip>}>
      {chosen ? (
        <>
          <EntryImage entry={chosen.entry} />
          <span>
            <b>{titleLocation(chosen)}</b>
            {pays && <span className="caption muted">{` ${t('routers.premiumNote')}`}</span>}
          </span>
        </>
      ) : (
        <span className="muted">{t('routers.noLocationSelected')}</span>
      )}
    </StickyBar>
  );
}
