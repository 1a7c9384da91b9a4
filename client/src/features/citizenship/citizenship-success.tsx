import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { CheckIcon } from '../../ui/icons/check-icon.tsx';

interface CitizenshipSuccessProps {
  successUrl: string | null;
  onIpad: boolean;
}

/** The verification succeeded: continues to the success URL, or reloads the page. product.md §4 */
export function CitizenshipSuccess({ successUrl, onIpad }: CitizenshipSuccessProps) {
  const { t } = useTranslation();
  const proceed = () => {
    if (successUrl) location.assign(successUrl);
    else location.reload();
  };
  return (
    <Dialog
      title={t('citizenship.doneTitle')}
      art={
        <Glyph large round tone="ok">
          <CheckIcon />
        </Glyph>
      }
      fillActions
      actions={
        <>
          {/* The URL may need an app that is missing. */}
          {successUrl && <Button onClick={() => location.reload()}>{t('dialog.close')}</Button>}
          {onIpad && successUrl ? (
            // On an iPad an app scheme opens only from a tap.
            <ButtonLink variant="primary" block href={successUrl}>
              {t('citizenship.continue')}
            </ButtonLink>
          ) : (
            <Button variant="primary" block onClick={proceed}>
              {t('citizenship.continue')}
            </Button>
          )}
        </>
      }
    >
      <p className="soft center">{t('citizenship.doneText')}</p>
    </Dialog>
  );
}
