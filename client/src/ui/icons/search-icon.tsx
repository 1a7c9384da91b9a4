import { Icon, type IconProps } from './icon.tsx';

export const SearchIcon = (props: IconProps) => (
  <Icon {...props} d="M4.2 10.8a6.6 6.6 0 1 0 13.2 0 6.6 6.6 0 1 0-13.2 0ZM15.8 15.8l4.6 4.6" />
);
