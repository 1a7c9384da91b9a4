import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';

type Hints = typeof import('./sign-in-hints.tsx');

const renderNothing = () => null;

// A function of its own: the bundler would move handlers of the import's failure behind the loading of its styles.
const loadHints = () => import('./sign-in-hints.tsx');

/** An optional hint: renders nothing until its code has loaded, or if it cannot be loaded. */
function lazyHint<Name extends keyof Hints>(name: Name): ComponentType<ComponentProps<Hints[Name]>> {
  const Hint = lazy<ComponentType<object>>(() =>
    loadHints().then(
      (hints) => ({ default: hints[name] as ComponentType<object> }),
      () => ({ default: renderNothing }),
    ),
  );
  return (props) => (
    <Suspense>
      <Hint {...(props as object)} />
    </Suspense>
  );
}

export const EmailSuggestion = lazyHint('EmailSuggestion');
export const CookiesBlockedBanner = lazyHint('CookiesBlockedBanner');
export const LastMethodHint = lazyHint('LastMethodHint');
export const CaptchaHint = lazyHint('CaptchaHint');
export const SignInHint = lazyHint('SignInHint');
