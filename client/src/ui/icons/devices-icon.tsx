import { Icon, type IconProps } from './icon.tsx';

export const DevicesIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M4.4 15.2V6.6a1.6 1.6 0 0 1 1.6-1.6h11.2a1.6 1.6 0 0 1 1.6 1.6v1.2M2.6 18.8h9.2M16.5 10.4h3.4a1.5 1.5 0 0 1 1.5 1.5v6.2a1.5 1.5 0 0 1-1.5 1.5H16.5a1.5 1.5 0 0 1-1.5-1.5V11.9a1.5 1.5 0 0 1 1.5-1.5ZM4.4 15.3h7.4"
  />
);
