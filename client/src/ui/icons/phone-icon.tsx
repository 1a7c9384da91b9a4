import { Icon, type IconProps } from './icon.tsx';

export const PhoneIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M9.4 2.8h5.2a2.4 2.4 0 0 1 2.4 2.4v13.6a2.4 2.4 0 0 1-2.4 2.4H9.4a2.4 2.4 0 0 1-2.4-2.4V5.2a2.4 2.4 0 0 1 2.4-2.4ZM10.8 18.2h2.4"
  />
);
