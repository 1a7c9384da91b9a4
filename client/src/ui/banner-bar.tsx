import type { ReactNode } from 'react';
import './banner.css';

/** Over the whole width, above everything. */
export const BannerBar = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <div className="banner banner--bar banner--warning">
    {icon}
    <span>{children}</span>
  </div>
);
