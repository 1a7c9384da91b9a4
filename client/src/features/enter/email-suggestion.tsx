import { useTranslation } from 'react-i18next';
import { RichText } from '../../ui/rich-text.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { suggestEmail } from './suggest-email.ts';

interface EmailSuggestionProps {
  email: string;
  onAccept: (email: string) => void;
}

/** Asks about an address whose provider looks misspelt; never in the way. */
export function EmailSuggestion({ email, onAccept }: EmailSuggestionProps) {
  const { t } = useTranslation();
  const suggestion = suggestEmail(email);
  return (
    <div role="status">
      {suggestion && (
        <p className="small soft">
          <RichText
            text={t('enter.didYouMean', { email: suggestion })}
            marks={{
              fix: (words) => (
                <TextLink as="button" type="button" block onClick={() => onAccept(suggestion)}>
                  {words}
                </TextLink>
              ),
            }}
          />
        </p>
      )}
    </div>
  );
}
