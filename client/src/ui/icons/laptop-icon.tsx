import { Icon, type IconProps } from './icon.tsx';

export const LaptopIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M5 15.6V7a1.7 1.7 0 0 1 1.7-1.7h10.6A1.7 1.7 0 0 1 19 7v8.6M2.5 18.7c.2-1.7 1-2.9 2.4-2.9h14.2c1.4 0 2.2 1.2 2.4 2.9Z"
  />
);
