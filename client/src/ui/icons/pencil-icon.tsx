import { Icon, type IconProps } from './icon.tsx';

export const PencilIcon = (props: IconProps) => (
  <Icon {...props} d="M4.4 19.6l.9-4L15.8 5.1a1.9 1.9 0 0 1 2.7 0l.4.4a1.9 1.9 0 0 1 0 2.7L8.4 18.7ZM14 7l3 3" />
);
