import { type ComponentType, lazy, Suspense } from 'react';

const nothing = () => null;

/** A hint that a page can do without: it shows nothing until its code has loaded, or if it cannot be loaded. */
function lazyHint<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Hint: ComponentType<Props> = lazy(async () => ({
    default: await load().catch((): ComponentType<Props> => nothing),
  }));
  return (props: Props) => (
    <Suspense>
      <Hint {...props} />
    </Suspense>
  );
}

const loadHints = () => import('./sign-in-hints.tsx');

export const EmailSuggestion = lazyHint(() => loadHints().then((file) => file.EmailSuggestion));
export const CookiesBlockedBanner = lazyHint(() => loadHints().then((file) => file.CookiesBlockedBanner));
export const LastMethodHint = lazyHint(() => loadHints().then((file) => file.LastMethodHint));
export const CaptchaHint = lazyHint(() => loadHints().then((file) => file.CaptchaHint));
