import marks from '../assets/art/provider-marks.svg';

/** The mark of a sign-in provider, in its own colours or in the text's; drawn from a file, so that no script carries it. */
export const ProviderMark = ({ provider }: { provider: 'google' | 'apple' | 'facebook' | 'setapp' }) => (
  <svg width="20" height="20" aria-hidden="true">
    <use href={`${marks}#${provider}`} />
  </svg>
);
