import { Icon, type IconProps } from './icon.tsx';

export const AlertIcon = (props: IconProps) => (
  <Icon {...props} d="M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0ZM12 7.4v5.4M12 16.2h.1" />
);
