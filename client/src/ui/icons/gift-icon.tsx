import { Icon, type IconProps } from './icon.tsx';

export const GiftIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M4.2 11.2h15.6v7a1.8 1.8 0 0 1-1.8 1.8H6a1.8 1.8 0 0 1-1.8-1.8ZM3 7.6h18v3.6H3ZM12 7.8V20M12 7.6c-4.4 0-5.6-1.2-5.2-2.6.5-1.8 3.8-1.5 5.2 2.6 1.4-4.1 4.7-4.4 5.2-2.6.4 1.4-.8 2.6-5.2 2.6Z"
  />
);
