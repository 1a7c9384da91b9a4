import { Icon, type IconProps } from './icon.tsx';

export const SignOutIcon = (props: IconProps) => (
  <Icon
    {...props}
    mirrored
    d="M13.6 4.4H6.4a2 2 0 0 0-2 2v11.2a2 2 0 0 0 2 2h7.2M10.2 12h10.4M17 8.2l3.8 3.8-3.8 3.8"
  />
);
