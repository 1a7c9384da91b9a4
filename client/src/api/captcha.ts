import { useSyncExternalStore } from 'react';
import { start } from '../start.ts';
import { loadScript } from './load-script.ts';
import './captcha.css';

interface Captcha {
  ready(run: () => void): void;
  execute(siteKey: string, options: { action: string }): PromiseLike<string>;
}

declare global {
  interface Window {
    grecaptcha?: Captcha;
  }
}

// A captcha that takes longer than this costs more customers than it stops robots.
const answerTimeoutMs = 5000;

let blocked = false;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** Fetches the captcha's script, once; called when the form gets its first focus, so that looking at the page costs nothing. */
export function loadCaptcha(): Promise<void> {
  const url = new URL(start.captchaJsUrl, location.origin);
  url.searchParams.set('render', start.captchaSiteKey);
  // Asks the provider's script to bring Trusted Types policies of its own.
  url.searchParams.set('trustedtypes', 'true');
  loading ??= loadScript(url.href).then(
    () => setBlocked(false),
    () => {
      // The next use tries again: the network or a content blocker may have changed.
      loading = null;
      setBlocked(true);
    },
  );
  return loading;
}

/** Whether the captcha could not be loaded: the form works all the same and says so. */
export const useCaptchaBlocked = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => blocked,
  );

/** The two captcha fields of a call; the token is empty when there is none, and the upstream decides. decisions.md §4 */
export async function solveCaptcha(): Promise<{ recaptcha_token: string; recaptcha_site_key: string }> {
  const token = await Promise.race([loadCaptcha().then(execute), wait(answerTimeoutMs)]).catch(() => '');
  setBlocked(token === '');
  return { recaptcha_token: token, recaptcha_site_key: start.captchaSiteKey };
}

async function execute(): Promise<string> {
  const captcha = window.grecaptcha;
  if (!captcha) return '';
  await new Promise<void>((resolve) => captcha.ready(resolve));
  return await captcha.execute(start.captchaSiteKey, { action: 'login' });
}

const wait = (ms: number): Promise<string> => new Promise((resolve) => setTimeout(() => resolve(''), ms));

function setBlocked(value: boolean): void {
  if (blocked === value) return;
  blocked = value;
  for (const listener of listeners) listener();
}
