import type { ReactNode } from 'react';
import { LoginLayout } from './login-layout.tsx';

/** A page of one alert box over the horizon: hand-off, payment result, crash. */
export const AlertLayout = ({ children }: { children: ReactNode }) => (
  <LoginLayout room="message">{children}</LoginLayout>
);
