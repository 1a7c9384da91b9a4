import { useSyncExternalStore } from 'react';
import { writeCookie } from '../cookies.ts';

export type Theme = 'light' | 'dark';

const systemDark = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
const rememberForSeconds = 365 * 24 * 60 * 60;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  systemDark.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    systemDark.removeEventListener('change', listener);
  };
}

const systemTheme = (): Theme => (systemDark.matches ? 'dark' : 'light');

/** The theme on the page: the choice that the gateway wrote on the root from the cookie `theme`, else the system's. */
const currentTheme = (): Theme => {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : systemTheme();
};

/** Shows a theme and remembers it. The system's own theme needs no choice: the page follows the system again. */
function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === systemTheme()) {
    delete dataset.theme;
    writeCookie('theme', '', 0);
  } else {
    dataset.theme = theme;
    writeCookie('theme', theme, rememberForSeconds);
  }
  for (const listener of listeners) listener();
}

export function useTheme(): { readonly theme: Theme; toggle(): void } {
  const theme = useSyncExternalStore(subscribe, currentTheme);
  return { theme, toggle: () => chooseTheme(theme === 'dark' ? 'light' : 'dark') };
}
