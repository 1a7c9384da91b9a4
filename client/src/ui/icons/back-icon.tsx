import { Icon, type IconProps } from './icon.tsx';

export const BackIcon = (props: IconProps) => <Icon {...props} mirrored d="M10.6 5.6 4.4 12l6.2 6.4M4.8 12h15" />;
