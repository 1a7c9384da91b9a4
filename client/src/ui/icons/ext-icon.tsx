import { Icon, type IconProps } from './icon.tsx';

export const ExtIcon = (props: IconProps) => (
  <Icon
    {...props}
    mirrored
    d="M13.6 4.4h6v6M19.4 4.6 11.4 12.6M17.4 14v4a1.8 1.8 0 0 1-1.8 1.8H6a1.8 1.8 0 0 1-1.8-1.8V8.4A1.8 1.8 0 0 1 6 6.6h4"
  />
);
