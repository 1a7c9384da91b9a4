import { Icon, type IconProps } from './icon.tsx';

export const ChevronIcon = (props: IconProps) => <Icon {...props} d="M6 9.2l6 5.8 6-5.8" />;
