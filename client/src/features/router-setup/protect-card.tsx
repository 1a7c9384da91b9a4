import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../i18n/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { Protection } from './protection.ts';

interface ProtectCardProps {
  protection: Protection;
  /** Why the switches are disabled; null when they are not. */
  reason: TextKey | null;
  onChange?: (protection: Protection) => void;
}

/** "Protect your router". product.md §2 */
export function ProtectCard({ protection, reason, onChange }: ProtectCardProps) {
  const { t } = useTranslation();
  const disabledReason = reason ? t(reason) : undefined;
  return (
    <Card className="card--tightb">
      <h2 className="h3">{t('routers.protectTitle')}</h2>
      <Switch
        label={t('routers.threatShield')}
        hint={t('routers.threatShieldHint')}
        checked={protection.threatShield}
        disabledReason={disabledReason}
        onChange={(threatShield) => onChange?.({ ...protection, threatShield })}
      />
      <Switch
        label={t('routers.adblock')}
        hint={t('routers.adblockHint')}
        checked={protection.adblock}
        disabledReason={disabledReason}
        onChange={(adblock) => onChange?.({ ...protection, adblock })}
      />
    </Card>
  );
}
