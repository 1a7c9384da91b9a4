import { Icon, type IconProps } from './icon.tsx';

export const IdcardIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM6.6 10.8a2 2 0 1 0 4 0 2 2 0 1 0-4 0ZM5.6 16c.4-1.5 1.5-2.3 3-2.3s2.6.8 3 2.3M14.6 10h3.6M14.6 13.8h3.6"
  />
);
