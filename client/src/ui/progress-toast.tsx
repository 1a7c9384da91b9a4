import type { ReactNode } from 'react';
import { Spinner } from './spinner.tsx';
import './toast.css';

/** Says that something takes longer, until it is no longer rendered. */
export const ProgressToast = ({ children }: { children: ReactNode }) => (
  <div className="toasts">
    <div role="status">
      <div className="toast">
        <Spinner />
        <span>{children}</span>
      </div>
    </div>
  </div>
);
