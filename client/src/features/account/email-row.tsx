import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#shared/profile.ts';
import { start } from '../../start.ts';
import { AccountIcon } from '../../ui/icons/account-icon.tsx';
import { KeyIcon } from '../../ui/icons/key-icon.tsx';
import { MailIcon } from '../../ui/icons/mail-icon.tsx';
import { PhoneIcon } from '../../ui/icons/phone-icon.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { ProviderMark } from '../../ui/provider-mark.tsx';
import { type AccountSignInMethod, findAccountSignInMethod, hasEmail } from './account-sign-in-method.ts';
import { ChangeEmail } from './change-email.tsx';
import './email-row.css';

const icons: Readonly<Record<AccountSignInMethod, ReactNode>> = {
  email: <MailIcon />,
  google: <ProviderMark provider="google" />,
  apple: <ProviderMark provider="apple" />,
  facebook: <ProviderMark provider="facebook" />,
  setapp: <ProviderMark provider="setapp" />,
  code: <KeyIcon />,
  guest: <AccountIcon />,
  anonymous: <PhoneIcon />,
  unknown: <MailIcon />,
};

/** The account's email and sign-in method. */
export function EmailRow({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const method = findAccountSignInMethod(profile, start.anonymousEmailDomain);
  // The generated address identifies only the account of a device.
  const known = hasEmail(profile) || (method === 'anonymous' && profile.email !== '');
  return (
    <ListRow
      className="email-row"
      icon={icons[method]}
      label={describeMethod(method, t)}
      title={known ? <span translate="no">{profile.email}</span> : t('account.noEmail')}
      action={method === 'email' && known && <ChangeEmail email={profile.email} />}
    />
  );
}

function describeMethod(method: AccountSignInMethod, t: TFunction): string {
  switch (method) {
    case 'email':
    case 'unknown':
      return t('account.email');
    case 'code':
      return t('account.signedInWithCode');
    case 'guest':
      return t('account.guest');
    case 'anonymous':
      return t('account.anonymous');
    default:
      return t('account.signedInWith', { provider: method[0]?.toUpperCase() + method.slice(1) });
  }
}
