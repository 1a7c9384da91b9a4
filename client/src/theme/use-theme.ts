import { writeCookie } from '../cookies.ts';
import { createStore, useStore } from '../store.ts';

export type Theme = 'light' | 'dark';

const rememberForSeconds = 365 * 24 * 60 * 60;

const systemDark = matchMedia('(prefers-color-scheme: dark)');
const systemTheme = (): Theme => (systemDark.matches ? 'dark' : 'light');

/** The user's choice, which the gateway writes on the root from the cookie `theme`; else the system's theme. */
const readTheme = (): Theme => {
  const chosen = document.documentElement.dataset.theme;
  return chosen === 'light' || chosen === 'dark' ? chosen : systemTheme();
};

const theme = createStore<Theme>(readTheme(), 'light');
systemDark.addEventListener('change', () => theme.set(readTheme()));

/** Shows and saves a theme. Choosing the system's own theme clears the choice: the page follows the system again. */
function chooseTheme(next: Theme): void {
  const { dataset } = document.documentElement;
  if (next === systemTheme()) {
    delete dataset.theme;
    writeCookie('theme', '', 0);
  } else {
    dataset.theme = next;
    writeCookie('theme', next, rememberForSeconds);
  }
  theme.set(next);
}

export function useTheme(): { readonly theme: Theme; toggle(): void } {
  const current = useStore(theme);
  return { theme: current, toggle: () => chooseTheme(current === 'dark' ? 'light' : 'dark') };
}
