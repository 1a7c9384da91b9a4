import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/**
 * Tells of the way in that needs neither mail nor captcha.
 * @param text with the mark `code` around the words that lead there; null while there is nothing to tell
 */
export function WayInHint({ text }: { text: string | null }) {
  return (
    <div role="status">
      {text !== null && (
        <p className="small soft">
          <RichText
            text={text}
            marks={{
              code: (words) => (
                <TextLink as={Link} to={paths.enterAccountCode}>
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
