import { createRoot } from 'react-dom/client';
import { whenIdle } from './api/load-chunk.ts';
import { App } from './app/app.tsx';
import { startI18n } from './i18n/i18n.ts';
import { recheckOnRestore } from './session/sign-out.ts';
import { followTabs } from './session/tabs.ts';
import { start } from './start.ts';
import { showSavedToast } from './toasts/toast-queue.ts';
import './theme/theme.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

// What no page has caught; the code for it comes when there is something to report, or when the browser has time.
const errorReports = () => import('./api/report-error.ts');
const report = (error: unknown) =>
  void errorReports().then(
    ({ reportError }) => reportError(error),
    () => undefined,
  );
const loadReports = () =>
  void errorReports()
    .then(({ loadErrorReports }) => loadErrorReports())
    .catch(() => undefined);
addEventListener('error', ({ error }) => report(error));
addEventListener('unhandledrejection', ({ reason }) => report(reason));
if (start.errorReports) addEventListener('load', () => whenIdle(loadReports));

followTabs();
recheckOnRestore();

startI18n(start.locale).then(
  () => {
    showSavedToast();
    createRoot(root).render(<App />);
  },
  // No words have come, in any language: the browser's own reload is what is left.
  () => {
    document.querySelector('.load-failed')?.removeAttribute('hidden');
    addEventListener('online', () => location.reload(), { once: true });
  },
);
