import { Icon, type IconProps } from './icon.tsx';

export const WarnIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M10.3 4.4 2.9 17.2A2 2 0 0 0 4.6 20h14.8a2 2 0 0 0 1.7-2.8L13.7 4.4a2 2 0 0 0-3.4 0ZM12 9.4v4.2M12 16.7h.1"
  />
);
