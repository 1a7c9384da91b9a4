import { BrowserRouter } from 'react-router-dom';
import { Toaster } from '../toasts/toaster.tsx';
import { AppRoutes } from './app-routes.tsx';
import { CrashBoundary } from './crash-boundary.tsx';

export function App() {
  return (
    <BrowserRouter>
      <CrashBoundary>
        <AppRoutes />
      </CrashBoundary>
      <Toaster />
    </BrowserRouter>
  );
}
