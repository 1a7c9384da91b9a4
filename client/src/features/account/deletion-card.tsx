import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/card.tsx';

/** What deleting an account means. It is the same for every account, so the skeleton shows it, too. */
export function DeletionCard({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Card>
      <h2 className="h4">{t('account.delete')}</h2>
      <p className="small soft mt-1 prose">{t('account.deleteText')}</p>
      {children}
    </Card>
  );
}
