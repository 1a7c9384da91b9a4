import { Icon, type IconProps } from './icon.tsx';

export const DownloadIcon = (props: IconProps) => (
  <Icon {...props} d="M12 4v11.4M7.4 11.2l4.6 4.4 4.6-4.4M4.6 19.8h14.8" />
);
