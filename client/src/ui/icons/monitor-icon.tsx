import { Icon, type IconProps } from './icon.tsx';

export const MonitorIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M4.8 4.6h14.4a1.8 1.8 0 0 1 1.8 1.8v8a1.8 1.8 0 0 1-1.8 1.8H4.8a1.8 1.8 0 0 1-1.8-1.8V6.4a1.8 1.8 0 0 1 1.8-1.8ZM12 16.4v3.2M8.2 19.8c2.4-.3 5.2-.3 7.6 0"
  />
);
