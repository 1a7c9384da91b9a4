import { Icon, type IconProps } from './icon.tsx';

export const HelpIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0ZM9.4 9.4a2.7 2.7 0 0 1 5.2.8c0 1.9-2.6 2.2-2.6 3.9M12 17h.1"
  />
);
