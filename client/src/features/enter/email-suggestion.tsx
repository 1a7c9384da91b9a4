import { useTranslation } from 'react-i18next';
import { RichText } from '../../ui/rich-text.tsx';
import { TextLink } from '../../ui/text-link.tsx';

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

// What people mean when they slip on the most common providers: one letter off is enough to lose the code.
const meant: Readonly<Record<string, string>> = {
  'gmial.com': 'gmail.com',
  'gmai.com': 'gmail.com',
  'gmail.co': 'gmail.com',
  'gmail.con': 'gmail.com',
  'gamil.com': 'gmail.com',
  'gnail.com': 'gmail.com',
  'hotmial.com': 'hotmail.com',
  'hotmail.con': 'hotmail.com',
  'hotnail.com': 'hotmail.com',
  'outlok.com': 'outlook.com',
  'outloook.com': 'outlook.com',
  'yaho.com': 'yahoo.com',
  'yahooo.com': 'yahoo.com',
  'yahoo.con': 'yahoo.com',
  'iclod.com': 'icloud.com',
  'icloud.con': 'icloud.com',
  'ukr.ner': 'ukr.net',
  'gmx.ed': 'gmx.de',
};

/** The address that was probably meant, when its provider looks misspelt; a hint only, it never blocks. */
export function suggestEmail(email: string): string | null {
  const [, name, host = ''] = /^(.+@)([^@]+)$/.exec(email.trim()) ?? [];
  const right = meant[host.toLowerCase()];
  return name && right ? name + right : null;
}
