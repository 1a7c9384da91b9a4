import { useTranslation } from 'react-i18next';
import type { Device } from '#shared/devices.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import './pairing-result.css';

interface PairingResultProps {
  newDevices: readonly Device[];
  /** No slot is left. */
  full: boolean;
  onDone: () => void;
}

/** "iPhone 15 connected": names the devices that were paired while the dialog is open. */
export function PairingResult({ newDevices, full, onDone }: PairingResultProps) {
  const { t } = useTranslation();
  const last = newDevices.at(-1);
  return (
    <div role="status">
      {last && (
        <div className="mt-4">
          <Banner
            tone="success"
            title={newDevices.map(({ id, name }) => (
              <span key={id} className="paired-device">
                <RichText text={t('pairing.connected', { name })} marks={{ b: (words) => <b>{words}</b> }} />
              </span>
            ))}
            action={
              <Button size="sm" onClick={onDone}>
                {t('pairing.done')}
              </Button>
            }
          >
            {t(full ? 'pairing.connectedLast' : 'pairing.connectedText')}
          </Banner>
        </div>
      )}
    </div>
  );
}
