import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useHelpLink } from '../../i18n/use-help-link.ts';
import { type Section, sectionPath } from '../../paths.ts';
import { start } from '../../start.ts';
import { AccountIcon } from '../../ui/icons/account-icon.tsx';
import { BillingIcon } from '../../ui/icons/billing-icon.tsx';
import { DevicesIcon } from '../../ui/icons/devices-icon.tsx';
import { ReferralIcon } from '../../ui/icons/referral-icon.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import './section-nav.css';

const icons: Readonly<Record<Section, ReactNode>> = {
  ACCOUNT: <AccountIcon />,
  BILLING: <BillingIcon />,
  DEVICES: <DevicesIcon />,
  REFERAL: <ReferralIcon />,
};

interface SectionNavProps {
  sections: readonly Section[];
  current: Section;
  /** Marks billing with an amber dot and a text for screen readers. */
  paymentIssue?: boolean | undefined;
}

/** The section navigation: a bottom bar on phones, a tab rail on tablets, a side rail on desktops. */
export function SectionNav({ sections, current, paymentIssue }: SectionNavProps) {
  const { t } = useTranslation();
  const helpLink = useHelpLink();
  return (
    <nav className="nav" aria-label={t('layout.sections')}>
      {/* biome-ignore lint/a11y/noRedundantRoles: VoiceOver ignores lists without markers. */}
      <ul role="list">
        {sections.map((section) => (
          <li key={section}>
            <Link
              className="nav__item"
              to={sectionPath(section)}
              aria-current={section === current ? 'page' : undefined}
            >
              {icons[section]}
              <span>{t(`section.${section}`)}</span>
              {section === 'BILLING' && paymentIssue && (
                <span className="nav__dot">
                  <span className="visually-hidden">{t('layout.paymentIssue')}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      <div className="nav__foot small stack gap-1">
        <TextLink block quiet href={helpLink}>
          {t('layout.helpCenter')}
        </TextLink>
        <TextLink block quiet href={start.links.setupGuide}>
          {t('layout.setupGuide')}
        </TextLink>
        <TextLink block quiet href={start.links.securityChecklist}>
          {t('layout.securityChecklist')}
        </TextLink>
      </div>
    </nav>
  );
}
