import type { ReactNode } from 'react';
import { Spinner } from './spinner.tsx';
import './toast.css';

/**
 * Says that something takes longer. The live region also exists without a text: not every screen reader announces a new
 * one.
 */
export const ProgressToast = ({ children }: { children: ReactNode }) => (
  <div className="toasts">
    <div role="status">
      {children && (
        <div className="toast">
          <Spinner />
          <span>{children}</span>
        </div>
      )}
    </div>
  </div>
);
