import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { start } from '../../start.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PairBlock } from './pair-block.tsx';
import { AppStoreMark, GooglePlayMark } from './store-marks.tsx';

/** Downloads and connects the app on a phone. `noSlot` replaces the pairing code. product.md §2 */
export function MobileSlide({ noSlot }: { noSlot: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="stack gap-6 mt-6">
      <section>
        <h3 className="h4">{t('download.mobileTitle')}</h3>
        <div className="cols-2 mt-3">
          <ButtonLink href={start.links.appStore} target="_blank" rel="noopener">
            <AppStoreMark />
            <span>App Store</span>
          </ButtonLink>
          <ButtonLink href={start.links.playStore} target="_blank" rel="noopener">
            <GooglePlayMark />
            <span>Google Play</span>
          </ButtonLink>
        </div>
      </section>
      <hr className="hr" />
      {noSlot ?? <PairBlock target="mobile" />}
    </div>
  );
}
