import { Icon, type IconProps } from './icon.tsx';

export const RouterIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M4.6 13.6h14.8a1.6 1.6 0 0 1 1.6 1.6v2.6a1.6 1.6 0 0 1-1.6 1.6H4.6A1.6 1.6 0 0 1 3 17.8v-2.6a1.6 1.6 0 0 1 1.6-1.6ZM16.4 13.4V9.2M6.6 16.5h.1M9.8 16.5h.1M13.7 7.2a4 4 0 0 1 5.4 0M11.6 4.6c2.8-2.4 6.8-2.4 9.6 0"
  />
);
