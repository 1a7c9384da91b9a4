import type { CaptchaWindow } from './captcha-types.ts';

/**
 * Test double of reCAPTCHA v3's `api.js?render=KEY`. Like the original it only loads the main script. It assigns the
 * script's URL as a plain string, which Trusted Types block, unless it was loaded with `trustedtypes=true`.
 */
const captchaWindow = window as unknown as CaptchaWindow;
const { origin, search, searchParams } = new URL((document.currentScript as HTMLScriptElement).src);

captchaWindow.grecaptcha ??= {};
captchaWindow.___grecaptcha_queue ??= [];
const queue = captchaWindow.___grecaptcha_queue;
captchaWindow.grecaptcha.ready ??= (callback) => queue.push(callback);

const script = document.createElement('script');
script.async = true;
const url = `${origin}/doubles/captcha-main.js${search}`;
const policy =
  searchParams.get('trustedtypes') === 'true'
    ? captchaWindow.trustedTypes?.createPolicy('goog#html', { createScriptURL: (text) => text })
    : undefined;
script.src = policy ? policy.createScriptURL(url) : url;
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
if (nonce) script.nonce = nonce;
document.head.append(script);
