import { Icon, type IconProps } from './icon.tsx';

export const GlobeIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0ZM3.2 12h17.6M12 3c2.6 2.7 3.7 5.6 3.7 9s-1.1 6.3-3.7 9c-2.6-2.7-3.7-5.6-3.7-9S9.4 5.7 12 3Z"
  />
);
