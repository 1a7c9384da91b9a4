import { Icon, type IconProps } from './icon.tsx';

export const TrashIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M4.6 6.8h14.8M9.4 6.6V4.8a1 1 0 0 1 1-1h3.2a1 1 0 0 1 1 1v1.8M6.4 7l.9 11.6a1.6 1.6 0 0 0 1.6 1.5h6.2a1.6 1.6 0 0 0 1.6-1.5L17.6 7M10.2 11v5M13.8 11v5"
  />
);
