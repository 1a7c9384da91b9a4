import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

interface NoSlotProps {
  /** The account has no slots at all. */
  none: boolean;
  onManage: () => void;
}

/** In place of the pairing code when it could not add a device. */
export function NoSlot({ none, onManage }: NoSlotProps) {
  const { t } = useTranslation();
  return (
    <section>
      <h3 className="h4">{t('pairing.title')}</h3>
      <div className="mt-3">
        <Banner
          tone="warning"
          action={
            !none && (
              <Button size="sm" onClick={onManage}>
                {t('pairing.manageDevices')}
              </Button>
            )
          }
        >
          {t(none ? 'devices.noSlotsText' : 'devices.limitReached')}
        </Banner>
      </div>
    </section>
  );
}
