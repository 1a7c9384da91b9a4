import type { ReactNode } from 'react';
import { LoginLayout } from './login-layout.tsx';

/** A page with a message and the terms, privacy and support links under it; its column stands lower, as on the newsletter page. product.md §2 */
export const FeedbackLayout = ({ children }: { children: ReactNode }) => (
  <LoginLayout room="newsletter">{children}</LoginLayout>
);
