import { useTranslation } from 'react-i18next';
import { useHelpLink } from '../../i18n/use-help-link.ts';
import { start } from '../../start.ts';
import { useTheme } from '../../theme/use-theme.ts';
import { HelpIcon } from '../../ui/icons/help-icon.tsx';
import { InfoIcon } from '../../ui/icons/info-icon.tsx';
import { MenuIcon } from '../../ui/icons/menu-icon.tsx';
import { MoonIcon } from '../../ui/icons/moon-icon.tsx';
import { ShieldIcon } from '../../ui/icons/shield-icon.tsx';
import { SignOutIcon } from '../../ui/icons/sign-out-icon.tsx';
import { SunIcon } from '../../ui/icons/sun-icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { LanguageSelect } from './language-select.tsx';

/** The overflow menu: help links, and on phones also language, theme and sign-out. */
export function HeaderMenu({ onSignOut, signingOut }: { onSignOut: () => void; signingOut: boolean }) {
  const { t } = useTranslation();
  const helpLink = useHelpLink();
  const { theme, toggle } = useTheme();
  return (
    <Menu label={t('layout.menu')} icon={<MenuIcon />} className="without-rail">
      <div className="only-mobile">
        <LanguageSelect />
        <MenuItem as="button" icon={theme === 'dark' ? <SunIcon /> : <MoonIcon />} onClick={toggle}>
          {t(theme === 'dark' ? 'layout.themeToLight' : 'layout.themeToDark')}
        </MenuItem>
        <hr className="hr" />
      </div>
      <MenuItem href={helpLink} icon={<HelpIcon />}>
        {t('layout.helpCenter')}
      </MenuItem>
      <MenuItem href={start.links.setupGuide} icon={<InfoIcon />}>
        {t('layout.setupGuide')}
      </MenuItem>
      <MenuItem href={start.links.securityChecklist} icon={<ShieldIcon />}>
        {t('layout.securityChecklist')}
      </MenuItem>
      <div className="only-mobile">
        <hr className="hr" />
        <MenuItem as="button" icon={<SignOutIcon />} aria-disabled={signingOut} onClick={onSignOut}>
          {t(signingOut ? 'layout.signingOut' : 'layout.signOut')}
        </MenuItem>
      </div>
    </Menu>
  );
}
