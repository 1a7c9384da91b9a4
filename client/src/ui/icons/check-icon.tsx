import { Icon, type IconProps } from './icon.tsx';

export const CheckIcon = (props: IconProps) => <Icon {...props} d="M5 12.8l4.4 4.3L19 7.4" />;
