import { Icon, type IconProps } from './icon.tsx';

export const AccountIcon = (props: IconProps) => (
  <Icon {...props} d="M8.1 8a3.9 3.9 0 1 0 7.8 0 3.9 3.9 0 1 0-7.8 0ZM4.6 20.2c.7-3.9 3.6-5.9 7.4-5.9s6.7 2 7.4 5.9" />
);
