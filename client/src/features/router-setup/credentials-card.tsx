import { useTranslation } from 'react-i18next';
import { isUnhurriedPress } from '../../session/press-guard.ts';
import { Card } from '../../ui/card.tsx';
import { CopyRow } from '../../ui/copy-row.tsx';

export function CredentialsCard({ username, password }: { username: string; password: string }) {
  const { t } = useTranslation();
  const labels = {
    copyLabel: t('copy.value'),
    copiedLabel: t('copy.copied'),
    refusedText: t('copy.refused'),
    mayCopy: isUnhurriedPress,
  };
  return (
    <Card>
      <h2 className="h3">{t('routers.credentials')}</h2>
      <p className="small soft mt-1">{t('routers.credentialsText')}</p>
      <dl className="stack gap-2 mt-4">
        <CopyRow label={t('routers.username')} value={username} name={t('routers.copyUsername')} {...labels} />
        <CopyRow label={t('routers.password')} value={password} name={t('routers.copyPassword')} {...labels} />
      </dl>
    </Card>
  );
}
