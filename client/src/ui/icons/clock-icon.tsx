import { Icon, type IconProps } from './icon.tsx';

export const ClockIcon = (props: IconProps) => (
  <Icon {...props} d="M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0ZM12 7v5.4l3.4 2" />
);
