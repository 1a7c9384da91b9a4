import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { routerPath } from '../../profile/devices-url.ts';
import { routerFirmware } from '../../profile/router-firmware.ts';
import { start } from '../../start.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ExtIcon } from '../../ui/icons/ext-icon.tsx';
import './router-slide.css';

/** Leads to the manual router setup. */
export function RouterSlide() {
  const { t } = useTranslation();
  return (
    <div className="stack gap-6 mt-6">
      <section>
        <h3 className="h4">{t('addDevice.routerTitle')}</h3>
        <p className="soft mt-1 prose">{t('addDevice.routerText')}</p>
        {/* biome-ignore lint/a11y/noRedundantRoles: VoiceOver ignores lists without markers. */}
        <ul className="firmware mt-4" role="list">
          {Object.values(routerFirmware).map((name) => (
            <li key={name} className="badge">
              {name}
            </li>
          ))}
        </ul>
      </section>
      <div className="btn-row">
        <ButtonLink variant="ghost" href={start.links.setupGuide}>
          <ExtIcon size="sm" />
          <span>{t('layout.setupGuide')}</span>
        </ButtonLink>
        <ButtonLink as={Link} variant="primary" to={routerPath()}>
          {t('routers.title')}
        </ButtonLink>
      </div>
    </div>
  );
}
