import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { start } from '../../start.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { MailIcon } from '../../ui/icons/mail-icon.tsx';
import { FacebookMark, XMark } from './network-marks.tsx';
import { emailLink, shareLinks } from './referral-rules.ts';

/** The link with the ways to share it: copy, the device's share sheet, email, and two networks. product.md §2 */
export function Share({ url }: { url: string }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const links = shareLinks(url);
  const message = { title: start.productName, text: t('referral.message', { product: start.productName }), url };
  const canShare = typeof navigator.share === 'function';
  return (
    <Card>
      <h2 className="h3">{t('referral.link')}</h2>
      <div className="share mt-4">
        <input
          ref={field}
          className="input"
          readOnly
          aria-label={t('referral.link')}
          value={url}
          onFocus={({ target }) => target.select()}
        />
        <CopyButton
          variant="primary"
          text={url}
          label={t('copy.link')}
          copiedLabel={t('copy.copied')}
          refusedText={t('copy.refused')}
          onRefuse={() => field.current?.focus()}
        />
      </div>
      <div className="row row--wrap gap-2 mt-3">
        {canShare && (
          // Closing the share sheet rejects, which is no failure.
          <Button onClick={() => void navigator.share(message).catch(() => undefined)}>{t('referral.share')}</Button>
        )}
        <span className="small muted">{t('referral.shareOn')}</span>
        <ButtonLink
          size="icon"
          href={emailLink(start.productName, `${message.text}\n\n${url}`)}
          aria-label={t('referral.shareByEmail')}
        >
          <MailIcon />
        </ButtonLink>
        <ButtonLink
          size="icon"
          href={links.facebook}
          target="_blank"
          rel="noopener"
          aria-label={t('referral.shareOnNetwork', { network: 'Facebook' })}
        >
          <FacebookMark />
        </ButtonLink>
        <ButtonLink
          size="icon"
          href={links.x}
          target="_blank"
          rel="noopener"
          aria-label={t('referral.shareOnNetwork', { network: 'X' })}
        >
          <XMark />
        </ButtonLink>
      </div>
    </Card>
  );
}
