import { useTranslation } from 'react-i18next';
import { useTheme } from '../../theme/use-theme.ts';
import { Button } from '../../ui/button.tsx';
import { MoonIcon } from '../../ui/icons/moon-icon.tsx';
import { SunIcon } from '../../ui/icons/sun-icon.tsx';

/** Changes between light and dark; the name tells the theme that is on. */
export function ThemeSwitch({ className }: { className?: string }) {
  const { t } = useTranslation();
  const { theme, toggle } = useTheme();
  return (
    <Button
      variant="quiet"
      size="icon"
      className={className}
      aria-label={t(theme === 'dark' ? 'layout.themeDark' : 'layout.themeLight')}
      onClick={toggle}
    >
      {theme === 'dark' ? <SunIcon size="sm" /> : <MoonIcon size="sm" />}
    </Button>
  );
}
