import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/button.tsx';
import { MailIcon } from '../ui/icons/mail-icon.tsx';

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

/** The known mail providers by the domain of their addresses. decisions.md §4 */
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

/** Providers with a domain for each country: `outlook.de`, `yahoo.co.uk`. */
const national = /^(outlook|hotmail|live|yahoo)\.(?:[a-z]{2}|com?\.[a-z]{2})$/;

/** Where the mail of an address is read in a browser; null unless its provider is a known one. */
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
