import { Icon, type IconProps } from './icon.tsx';

export const CrownIcon = (props: IconProps) => (
  <Icon {...props} d="M4.4 17.8 3.2 8.2l5 3.6L12 5.4l3.8 6.4 5-3.6-1.2 9.6Z" />
);
