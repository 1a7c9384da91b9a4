import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/button.tsx';
import { MailIcon } from '../ui/icons/mail-icon.tsx';
import { inboxUrl } from './inbox-url.ts';

interface OpenInboxProps {
  email: string;
  variant?: 'primary';
}

/** Leads to the mail of an address in a tab of its own, so that the page that waits for a code stays; nothing where the provider is unknown. */
export function OpenInbox({ email, variant }: OpenInboxProps) {
  const { t } = useTranslation();
  const url = inboxUrl(email);
  if (url === null) return null;
  return (
    <ButtonLink variant={variant} block href={url} target="_blank" rel="noreferrer">
      <MailIcon size="sm" />
      {t('inbox.open')}
    </ButtonLink>
  );
}
