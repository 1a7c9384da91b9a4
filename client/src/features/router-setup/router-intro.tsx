import { useTranslation } from 'react-i18next';
import { start } from '../../start.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** Protocol, firmware and help, below the title of both router screens. */
export function RouterIntro() {
  const { t } = useTranslation();
  return (
    <p className="small soft mt-2">
      <RichText
        text={t('routers.intro')}
        marks={{
          guide: (words) => (
            <TextLink href={start.links.setupGuide} target="_blank" rel="noopener">
              {words}
            </TextLink>
          ),
          support: (words) => (
            <TextLink href={start.links.support} target="_blank" rel="noopener">
              {words}
            </TextLink>
          ),
        }}
      />
    </p>
  );
}
