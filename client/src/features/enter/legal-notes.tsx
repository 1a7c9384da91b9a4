import { useTranslation } from 'react-i18next';
import { start } from '../../start.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { TextLink } from '../../ui/text-link.tsx';

// The captcha provider requires these two links.
const googlePrivacy = 'https://policies.google.com/privacy';
const googleTerms = 'https://policies.google.com/terms';

const linkMarks = (terms: string, privacy: string) => ({
  terms: (words: string) => (
    <TextLink quiet href={terms}>
      {words}
    </TextLink>
  ),
  privacy: (words: string) => (
    <TextLink quiet href={privacy}>
      {words}
    </TextLink>
  ),
});

/** The consent to terms and privacy policy, and the captcha provider's notice. product.md §2 */
export function LegalNotes({ captcha = false, consent = true }: { captcha?: boolean; consent?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="caption muted center stack gap-3">
      {consent && (
        <p>
          <RichText text={t('enter.consent')} marks={linkMarks(start.links.terms, start.links.privacy)} />
        </p>
      )}
      {captcha && (
        <p>
          <RichText text={t('enter.captcha')} marks={linkMarks(googleTerms, googlePrivacy)} />
        </p>
      )}
    </div>
  );
}
