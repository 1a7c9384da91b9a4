import { Icon, type IconProps } from './icon.tsx';

export const NextIcon = (props: IconProps) => <Icon {...props} mirrored d="M9.2 6l5.8 6-5.8 6" />;
