import { useTranslation } from 'react-i18next';
import type { Section } from '../paths.ts';

/** The headings of the sections. */
export const sectionTitles = {
  ACCOUNT: 'section.ACCOUNT',
  BILLING: 'section.BILLING',
  DEVICES: 'section.DEVICES',
  REFERAL: 'referral.title',
} as const satisfies Record<Section, string>;

/**
 * The heading of a section that is loading, where the section will have its own. Takes no focus and sets no document
 * title: the section does, once it is there to be read.
 */
export function SectionHeading({ section }: { section: Section }) {
  const { t } = useTranslation();
  return (
    <div className="page-head">
      <h1 className="h1">{t(sectionTitles[section])}</h1>
    </div>
  );
}
