import { Icon, type IconProps } from './icon.tsx';

export const CopyIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M10.4 8.4h7.6a2 2 0 0 1 2 2v7.6a2 2 0 0 1-2 2H10.4a2 2 0 0 1-2-2V10.4a2 2 0 0 1 2-2ZM15.6 8.2V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v7.6a2 2 0 0 0 2 2h2.2"
  />
);
