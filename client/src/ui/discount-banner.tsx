import type { ReactNode } from 'react';
import './banner.css';
import './discount-banner.css';

interface DiscountBannerProps {
  title: ReactNode;
  /** One sentence. */
  children?: ReactNode;
  action?: ReactNode;
  /** The large text, for example "20%". */
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
