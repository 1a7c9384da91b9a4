import { Icon, type IconProps } from './icon.tsx';

export const OfflineIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M3.4 3.4l17.2 17.2M5 12.2a10 10 0 0 1 4.2-2.5M2.4 8.8A14 14 0 0 1 6.6 6M19 12.2a10 10 0 0 0-3-2M21.6 8.8A14 14 0 0 0 11 5.4M8.4 15.6a5 5 0 0 1 6.6-.2M12 19h.1"
  />
);
