import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/button.tsx';
import { MailIcon } from '../ui/icons/mail-icon.tsx';

interface OpenInboxProps {
  email: string;
  variant?: 'primary';
}

/**
 * A link to the inbox of an address, in a new tab, so that the page waiting for the code stays open. Renders nothing
 * for an unknown provider.
 */
export function OpenInbox({ email, variant }: OpenInboxProps) {
  const { t } = useTranslation();
  const url = inboxUrl(email);
  if (url === null) return null;
  return (
    <ButtonLink variant={variant} block href={url} target="_blank" rel="noreferrer">
      <MailIcon size="sm" />
      <span>{t('inbox.open')}</span>
    </ButtonLink>
  );
}

const gmail = 'https://mail.google.com/';
const outlook = 'https://outlook.live.com/mail/';
const yahoo = 'https://mail.yahoo.com/';
const icloud = 'https://www.icloud.com/mail/';
const proton = 'https://mail.proton.me/';
const gmx = 'https://www.gmx.net/';
const ukrNet = 'https://mail.ukr.net/';
const orange = 'https://mail.orange.fr/';
const laPoste = 'https://www.laposte.net/';
const uol = 'https://email.uol.com.br/';
const terra = 'https://mail.terra.com.br/';

/** The webmail address of each known domain. decisions.md §4 */
const inboxes: Readonly<Record<string, string>> = {
  'gmail.com': gmail,
  'googlemail.com': gmail,
  'outlook.com': outlook,
  'hotmail.com': outlook,
  'live.com': outlook,
  'msn.com': outlook,
  'yahoo.com': yahoo,
  'ymail.com': yahoo,
  'icloud.com': icloud,
  'me.com': icloud,
  'mac.com': icloud,
  'proton.me': proton,
  'protonmail.com': proton,
  'pm.me': proton,
  'gmx.com': 'https://www.gmx.com/',
  'gmx.net': gmx,
  'gmx.de': gmx,
  'gmx.at': gmx,
  'gmx.ch': gmx,
  'web.de': 'https://web.de/email/',
  'ukr.net': ukrNet,
  'i.ua': 'https://mail.i.ua/',
  'orange.fr': orange,
  'wanadoo.fr': orange,
  'laposte.net': laPoste,
  'uol.com.br': uol,
  'bol.com.br': uol,
  'terra.com.br': terra,
  'terra.com': terra,
};

/** Providers with one domain per country: `outlook.de`, `yahoo.co.uk`. */
const national = /^(outlook|hotmail|live|yahoo)\.(?:[a-z]{2}|com?\.[a-z]{2})$/;

/** The webmail address for an email address; null for an unknown provider. */
export function inboxUrl(email: string): string | null {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  if (Object.hasOwn(inboxes, domain)) return inboxes[domain] ?? null;
  const name = national.exec(domain)?.[1];
  if (name === undefined) return null;
  return name === 'yahoo' ? yahoo : outlook;
}
