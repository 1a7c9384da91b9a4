import { Icon, type IconProps } from './icon.tsx';

export const MenuIcon = (props: IconProps) => <Icon {...props} d="M4 7h16M4 12h16M4 17h11" />;
