import { Icon, type IconProps } from './icon.tsx';

export const BillingIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M5 5.4h14a2 2 0 0 1 2 2v9.2a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7.4a2 2 0 0 1 2-2ZM3.2 10h17.6M6.8 14.6h3.6"
  />
);
