import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { readSavedDraft } from '../features/router-setup/saved-draft.ts';
import { routerPath, routerReplacementPath } from '../profile/devices-url.ts';
import { Banner } from '../ui/banner.tsx';
import { ButtonLink } from '../ui/button.tsx';

/** After the payment: leads back to the router setup that it interrupted. docs/decisions/009-devices-and-routers.md */
export function UnfinishedRouter({ account }: { account: string }) {
  const { t } = useTranslation();
  const saved = readSavedDraft(account);
  if (!saved) return null;
  return (
    <Banner
      tone="info"
      title={t('routers.unfinished')}
      action={
        <ButtonLink
          size="sm"
          as={Link}
          to={saved.replacedId === null ? routerPath() : routerReplacementPath(saved.replacedId)}
        >
          {t('routers.continueSetup')}
        </ButtonLink>
      }
    >
      {t('routers.unfinishedText')}
    </Banner>
  );
}
