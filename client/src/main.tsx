import i18next from 'i18next';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { whenIdle } from './api/when-idle.ts';
import { App, prepareOpenedPage } from './app/app.tsx';
import { reloadWithEmail } from './email/reload-with-email.ts';
import { startI18n } from './i18n/i18n.ts';
import { takeBankReturn } from './session/bank-return.ts';
import { recheckOnRestore, recheckSession } from './session/recheck-on-restore.ts';
import { hasMissedSessionChange } from './session/session-changes.ts';
import { followTabs } from './session/tabs.ts';
import { start } from './start.ts';
import { showSavedToast } from './toasts/toast-queue.ts';
import { rememberUserActions } from './ui/user-actions.ts';
import './theme/theme.css';

// Before anything can log or report the URL.
takeBankReturn();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');

declare global {
  interface Window {
    /** The page's own notice of a missing file is no longer needed. */
    clientStarted?: boolean;
    /** Repeats the events that the prerendered page recorded before hydration. Defined in client/index.html. */
    replayEarlyEvents(): void;
  }
  interface Document {
    /** Not in every browser, nor in TypeScript's types. */
    readonly prerendering?: boolean;
  }
}
window.clientStarted = true;

// Reports uncaught errors. The reporting code loads with the first error, or when the browser is idle.
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
if (start.errorReports) whenIdle(loadReports);

followTabs();
recheckOnRestore();

// A browser can open a page in advance that its visitor never sees: such a page must not sign anyone in.
const shown = new Promise<unknown>((resolve) => {
  if (document.prerendering) document.addEventListener('prerenderingchange', resolve);
  else resolve(null);
});

/** Into the prerendered page, perhaps before this code has started. */
const hasTyped = (fields: string) =>
  [...root.querySelectorAll<HTMLInputElement>(fields)].some(({ value, defaultValue }) => value !== defaultValue);
const showLoadFailure = () => document.querySelector('.load-failed')?.removeAttribute('hidden');

// Another tab may have changed the session while this page was loading, before its message could arrive here.
const upToDate = shown.then(() => (hasMissedSessionChange() ? recheckSession() : undefined));

Promise.all([startI18n(start.locale), upToDate]).then(
  async () => {
    showSavedToast();
    const hasActed = rememberUserActions();
    const hasUserActed = () => hasActed() || hasTyped('input');
    const prepare = () => prepareOpenedPage(location.pathname, hasUserActed);
    const loaded = (await prepare()) || (await prepare());
    // Anything else would take what is typed into the prerendered page.
    if (!loaded && hasUserActed()) return showLoadFailure();
    // English replaces a language whose texts could not be loaded. The browser's translator has put each text into a
    // `font`, which cannot be hydrated.
    const isPrerendered =
      loaded &&
      document.documentElement.dataset.prerendered === 'hydrate' &&
      i18next.language === start.locale &&
      !root.querySelector('font');
    // In short tasks, so that typing into the prerendered page does not stall.
    startTransition(() => {
      if (isPrerendered) hydrateRoot(root, <App />);
      else createRoot(root).render(<App />);
    });
  },
  // No translations could be loaded: the page has its own message for that. Reload when the network is back.
  () => {
    showLoadFailure();
    addEventListener('online', () => hasTyped('input:not([type=email])') || void reloadWithEmail());
  },
);
