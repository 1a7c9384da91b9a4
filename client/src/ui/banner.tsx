import type { ReactNode } from 'react';
import { AlertIcon } from './icons/alert-icon.tsx';
import { CheckIcon } from './icons/check-icon.tsx';
import { InfoIcon } from './icons/info-icon.tsx';
import { WarnIcon } from './icons/warn-icon.tsx';
import './banner.css';

const icons = { info: <InfoIcon />, warning: <WarnIcon />, danger: <AlertIcon />, success: <CheckIcon /> };

interface BannerProps {
  tone: keyof typeof icons;
  /** The bold line. */
  title?: ReactNode;
  /** One sentence. */
  children?: ReactNode;
  /** `alert` or `status` if the banner appears while the page is open. */
  role?: 'alert' | 'status';
  /**
   * When it appears, which scrolls to it and closes a menu: for the failure of a button that is elsewhere. Not from a
   * user who is typing.
   */
  takesFocus?: boolean;
  /** At most two. */
  links?: ReactNode;
  /** At most one button, in place of links. */
  action?: ReactNode;
}

/** A message about the state of the page: icon, bold line, one sentence. */
export function Banner({ tone, title, children, role, takesFocus, links, action }: BannerProps) {
  return (
    <div className={`banner banner--${tone}`} role={role} {...(takesFocus && { tabIndex: -1, ref: takeFocus })}>
      {icons[tone]}
      <div className="banner__body">
        {title && <p className="banner__title">{title}</p>}
        {children && <p className={title ? 'banner__text' : 'small'}>{children}</p>}
        {links && <div className="banner__links">{links}</div>}
      </div>
      {action}
    </div>
  );
}

const takeFocus = (banner: HTMLElement | null): void => {
  if (document.activeElement?.matches('input, textarea')) banner?.scrollIntoView({ block: 'nearest' });
  else banner?.focus();
};

/** A full-width banner above the page. */
export const BannerBar = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <div className="banner banner--bar banner--warning">
    {icon}
    <span>{children}</span>
  </div>
);
