import { Icon, type IconProps } from './icon.tsx';

export const MailIcon = (props: IconProps) => (
  <Icon
    {...props}
    d="M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM3.6 7l7 5.6a2.2 2.2 0 0 0 2.8 0l7-5.6"
  />
);
