import { Icon, type IconProps } from './icon.tsx';

export const CloseIcon = (props: IconProps) => <Icon {...props} d="M6.2 6.2l11.6 11.6M17.8 6.2 6.2 17.8" />;
