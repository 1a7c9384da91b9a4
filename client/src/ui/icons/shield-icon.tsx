import { Icon, type IconProps } from './icon.tsx';

export const ShieldIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M12 3.2c2.2 1.7 4.6 2.5 7.4 2.7 0 6.9-1.9 11.5-7.4 14.7C6.5 17.4 4.6 12.8 4.6 5.9c2.8-.2 5.2-1 7.4-2.7ZM8.8 11.8l2.3 2.3 4.2-4.4"
  />
);
