import type { Captcha, CaptchaWindow } from './captcha-types.ts';

/** What the captcha loader loads: the badge, in a frame of another origin, and tokens. */
const captchaWindow = window as unknown as CaptchaWindow;
const { origin, searchParams } = new URL((document.currentScript as HTMLScriptElement).src);
const key = searchParams.get('render');

const badge = document.createElement('div');
badge.className = 'grecaptcha-badge';
badge.style.cssText = 'position:fixed;right:0;bottom:14px;width:70px;height:60px;z-index:1';
const frame = document.createElement('iframe');
frame.title = 'reCAPTCHA';
frame.src = `${origin}/doubles/captcha-badge`;
frame.style.cssText = 'border:0;width:70px;height:60px';
badge.append(frame);
document.body.append(badge);

// The page may already hold the object that the loader created.
captchaWindow.grecaptcha ??= {};
Object.assign(captchaWindow.grecaptcha, {
  ready: (callback) => callback(),
  async execute(siteKey, { action } = {}) {
    if (siteKey !== key) throw new Error(`Invalid site key or not loaded in api.js: ${siteKey}`);
    if (!action) throw new Error('An action is missing');
    await new Promise((resolve) => setTimeout(resolve, 50));
    return `sandbox-captcha-${action}-${crypto.getRandomValues(new Uint32Array(4)).join('')}`;
  },
} satisfies Captcha);
for (const callback of captchaWindow.___grecaptcha_queue?.splice(0) ?? []) callback();
