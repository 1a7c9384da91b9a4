import marks from '../assets/art/provider-marks.svg';

/** A provider's logo, from an SVG file instead of JSX to keep the script small. */
export const ProviderMark = ({ provider }: { provider: 'google' | 'apple' | 'facebook' | 'setapp' }) => (
  <svg width="20" height="20" aria-hidden="true">
    <use href={`${marks}#${provider}`} />
  </svg>
);
