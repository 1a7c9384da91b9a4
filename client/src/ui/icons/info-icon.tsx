import { Icon, type IconProps } from './icon.tsx';

export const InfoIcon = (props: IconProps) => (
  <Icon {...props} d="M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0ZM12 11.2v5M12 7.8h.1" />
);
