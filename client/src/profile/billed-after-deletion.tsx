import { useTranslation } from 'react-i18next';
import type { Deletion } from '../session/session.ts';
import { start } from '../start.ts';
import { TextLink } from '../ui/text-link.tsx';
import { storeSubscriptions } from './biller.ts';

/** What keeps billing a deleted account, and where to stop it: content of a paragraph. decisions.md §4 */
export function BilledAfterDeletion({ biller }: { biller: NonNullable<Deletion['biller']> }) {
  const { t } = useTranslation();
  return (
    <>
      <span>{t(`deleted.biller.${biller}`)}</span>
      {biller === 'us' && (
        <>
          <br />
          <TextLink block href={start.links.support}>
            {t('error.contactSupport')}
          </TextLink>
        </>
      )}
      {(biller === 'appStore' || biller === 'playStore') && (
        <>
          <br />
          <TextLink block href={storeSubscriptions[biller]}>
            {t(`storeBilling.${biller}Open`)}
          </TextLink>
        </>
      )}
    </>
  );
}
