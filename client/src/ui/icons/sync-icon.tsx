import { Icon, type IconProps } from './icon.tsx';

export const SyncIcon = (props: IconProps) => (
  <Icon {...props} d="M19.6 10.4A8 8 0 0 0 5.4 7.6M4.4 13.6a8 8 0 0 0 14.2 2.8M5.2 3.8v4h4M18.8 20.2v-4h-4" />
);
