import { useTranslation } from 'react-i18next';
import { oauthCalls } from '#shared/oauth-calls.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ProviderMark } from '../../ui/provider-mark.tsx';

const providers = [
  { name: 'Google', call: oauthCalls.signInWithGoogle, mark: 'google' },
  { name: 'Apple', call: oauthCalls.signInWithApple, mark: 'apple' },
  { name: 'Setapp', call: oauthCalls.signInWithSetapp, mark: 'setapp' },
] as const;

/** Plain links: the gateway redirects to the provider. product.md §7 */
export function SocialLinks() {
  const { t } = useTranslation();
  return (
    <div className="cols-3">
      {providers.map(({ name, call, mark }) => (
        <ButtonLink key={name} href={call.path} aria-label={t('enter.continueWith', { provider: name })}>
          <ProviderMark provider={mark} />
          <span>{name}</span>
        </ButtonLink>
      ))}
    </div>
  );
}
