import { Icon, type IconProps } from './icon.tsx';

export const KeyIcon = (props: IconProps) => (
  <Icon {...props} d="M4 15.6a4 4 0 1 0 8 0 4 4 0 1 0-8 0ZM11 12.8 19.4 4.4M16 7.8l2.8 2.8M13.4 10.4l1.8 1.8" />
);
