import { Icon, type IconProps } from './icon.tsx';

export const ReferralIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M5.5 8.2a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0ZM2.6 19.6c.6-3.4 3.1-5.2 6.4-5.2 1.6 0 3 .4 4.1 1.2M15.6 5.1a3.4 3.4 0 0 1 0 6.2M18.6 14.8v5.4M15.9 17.5h5.4"
  />
);
