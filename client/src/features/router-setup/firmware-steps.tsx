import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../i18n/i18n.ts';
import { routerFirmware } from '../../profile/router-firmware.ts';
import { isUnhurriedPress } from '../../session/press-guard.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Steps } from '../../ui/steps.tsx';
import { parseConfiguration } from './configuration-file.ts';

/** The blocks that some firmware takes in separate fields. */
const boxes = ['ca', 'cert', 'key'] as const;

type Firmware = keyof typeof routerFirmware;

const guides = {
  asuswrt: {
    steps: ['firmware.asuswrtStep1', 'firmware.asuswrtStep2', 'firmware.asuswrtStep3', 'firmware.asuswrtStep4'],
    copies: [],
  },
  ddwrt: {
    steps: ['firmware.ddwrtStep1', 'firmware.ddwrtStep2', 'firmware.ddwrtStep3', 'firmware.ddwrtStep4'],
    copies: boxes,
  },
  openwrt: {
    steps: ['firmware.openwrtStep1', 'firmware.openwrtStep2', 'firmware.openwrtStep3', 'firmware.openwrtStep4'],
    copies: ['credentials'],
  },
  tomato: {
    steps: ['firmware.tomatoStep1', 'firmware.tomatoStep2', 'firmware.tomatoStep3', 'firmware.tomatoStep4'],
    copies: boxes,
  },
} as const satisfies Record<
  Firmware,
  {
    readonly steps: readonly TextKey[];
    /** What the user pastes into the router's web page. */
    readonly copies: readonly ((typeof boxes)[number] | 'credentials')[];
  }
>;

interface FirmwareStepsProps {
  file: string;
  username: string;
  password: string;
}

/** How to install the file, per firmware, with a print version. */
export function FirmwareSteps({ file, username, password }: FirmwareStepsProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Firmware>('asuswrt');
  const { server, port, blocks } = useMemo(() => parseConfiguration(file), [file]);
  const values = { server: server ?? '', port: String(port ?? '') };
  const copying = {
    copiedLabel: t('copy.copied'),
    refusedText: t('copy.refused'),
    mayCopy: isUnhurriedPress,
    size: 'sm',
  } as const;
  return (
    <Card>
      <h2 className="h3">{t('firmware.title')}</h2>
      <div className="no-print mt-4">
        <Segmented
          label={t('firmware.chooseFirmware')}
          choices={(Object.keys(routerFirmware) as Firmware[]).map((value) => ({
            value,
            label: routerFirmware[value],
          }))}
          value={chosen}
          onChange={setChosen}
        />
      </div>
      <h3 className="h4 print-only mt-4">{routerFirmware[chosen]}</h3>
      <div className="mt-4">
        <Steps tight steps={guides[chosen].steps.map((step) => t(step, values))} />
      </div>
      {guides[chosen].copies.length > 0 && (
        <div className="no-print row row--wrap gap-2 mt-4">
          {guides[chosen].copies.map((name) => {
            if (name === 'credentials') {
              if (!username || !password) return null;
              const text = `${username}\n${password}\n`;
              return <CopyButton key={name} {...copying} text={text} label={t('firmware.copyCredentials')} />;
            }
            const text = blocks.get(name);
            return text && <CopyButton key={name} {...copying} text={text} label={t('firmware.copyBox', { name })} />;
          })}
        </div>
      )}
      <div className="no-print mt-4">
        <Button size="sm" onClick={() => print()}>
          {t('firmware.print')}
        </Button>
      </div>
    </Card>
  );
}
