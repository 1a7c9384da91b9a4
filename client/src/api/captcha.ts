import { start } from '../start.ts';
import { createStore, useStore } from '../store.ts';
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

// Waiting longer would cost more sign-ins than it stops bots.
const solveTimeoutMs = 5000;

/** Whether the captcha could not be loaded or solved the last time. */
const blocked = createStore(false);

/** Loads the captcha script. Call it when the user begins to use the form, so that viewing the page costs nothing. */
export function loadCaptcha(): Promise<void> {
  const url = new URL(start.captchaJsUrl, location.origin);
  url.searchParams.set('render', start.captchaSiteKey);
  // Makes the provider's script create its own Trusted Types policies.
  url.searchParams.set('trustedtypes', 'true');
  return loadScript(url.href).catch(() => setBlocked(true));
}

/** Whether the captcha is missing. The form still works, and shows a hint. */
export const useCaptchaBlocked = (): boolean => useStore(blocked);

/** The two captcha fields of a call. Without a captcha the token is empty, and the upstream decides. decisions.md §4 */
export async function solveCaptcha(): Promise<{ recaptcha_token: string; recaptcha_site_key: string }> {
  const token = await Promise.race([loadCaptcha().then(execute), wait(solveTimeoutMs)]).catch(() => '');
  setBlocked(token === '');
  return { recaptcha_token: token, recaptcha_site_key: start.captchaSiteKey };
}

async function execute(): Promise<string> {
  const captcha = window.grecaptcha;
  if (!captcha) return '';
  await new Promise<void>((resolve) => captcha.ready(resolve));
  const token: unknown = await captcha.execute(start.captchaSiteKey, { action: 'login' });
  return typeof token === 'string' ? token : '';
}

const wait = (ms: number): Promise<string> => new Promise((resolve) => setTimeout(() => resolve(''), ms));

function setBlocked(value: boolean): void {
  if (blocked.get() !== value) blocked.set(value);
}
