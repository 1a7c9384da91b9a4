import type { ReactNode } from 'react';
import { AlertIcon } from './icons/alert-icon.tsx';
import { CheckIcon } from './icons/check-icon.tsx';
import { InfoIcon } from './icons/info-icon.tsx';
import { WarnIcon } from './icons/warn-icon.tsx';
import './banner.css';

const icons = { info: <InfoIcon />, warning: <WarnIcon />, danger: <AlertIcon />, success: <CheckIcon /> };

interface BannerProps {
  tone: keyof typeof icons;
  /** Bold line; without it the sentence stands alone. */
  title?: ReactNode;
  /** One sentence. */
  children?: ReactNode;
  /** `alert` or `status` for one that appears while the page is open. */
  role?: 'alert' | 'status';
  /** At most two. */
  links?: ReactNode;
  /** At most one button, instead of links. */
  action?: ReactNode;
}

/** A state of the page that its reader must know: icon, bold line, one sentence. */
export function Banner({ tone, title, children, role, links, action }: BannerProps) {
  return (
    <div className={`banner banner--${tone}`} role={role}>
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

/** Over the whole width, above everything. */
export const BannerBar = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <div className="banner banner--bar banner--warning">
    {icon}
    <span>{children}</span>
  </div>
);

interface DiscountBannerProps {
  title: ReactNode;
  /** One sentence. */
  children?: ReactNode;
  action?: ReactNode;
  /** "20%", large and amber. */
  percent: string;
}

export function DiscountBanner({ percent, title, children, action }: DiscountBannerProps) {
  return (
    <div className="banner banner--warning banner--discount">
      <span className="banner__pct">{percent}</span>
      <div className="banner__body">
        <p className="banner__title">{title}</p>
        {children && <p className="banner__text">{children}</p>}
      </div>
      {action}
    </div>
  );
}
