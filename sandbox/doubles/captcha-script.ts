/**
 * Stands for reCAPTCHA v3's `api.js?render=KEY`. Like the original it is a small loader that fetches the rest by a script
 * URL assigned as a plain string, which Trusted Types refuse, unless it was asked for with `trustedtypes=true`.
 */
export const captchaLoader = `(() => {
  const own = new URL(document.currentScript.src);
  const api = (window.grecaptcha = window.grecaptcha || {});
  const waiting = (window.___grecaptcha_waiting = window.___grecaptcha_waiting || []);
  api.ready = api.ready || ((run) => waiting.push(run));
  const rest = document.createElement('script');
  rest.async = true;
  const url = own.origin + '/doubles/captcha-main.js' + own.search;
  if (own.searchParams.get('trustedtypes') === 'true' && window.trustedTypes) {
    const policy = window.trustedTypes.createPolicy('goog#html', { createScriptURL: (text) => text });
    rest.src = policy.createScriptURL(url);
  } else {
    rest.src = url;
  }
  const nonced = document.querySelector('script[nonce]');
  if (nonced) rest.setAttribute('nonce', nonced.nonce || nonced.getAttribute('nonce'));
  document.head.append(rest);
})();
`;

/** What the loader fetches: the badge, in a frame of another origin, and tokens. */
export const captchaMain = `(() => {
  const own = new URL(document.currentScript.src);
  const key = own.searchParams.get('render');
  const badge = document.createElement('div');
  badge.className = 'grecaptcha-badge';
  badge.style.cssText = 'position:fixed;right:0;bottom:14px;width:70px;height:60px;z-index:1';
  const frame = document.createElement('iframe');
  frame.title = 'reCAPTCHA';
  frame.src = own.origin + '/doubles/captcha-badge';
  frame.style.cssText = 'border:0;width:70px;height:60px';
  badge.append(frame);
  document.body.append(badge);

  window.grecaptcha.execute = (siteKey, options) => {
    if (siteKey !== key) return Promise.reject(new Error('Invalid site key or not loaded in api.js: ' + siteKey));
    if (!options || !options.action) return Promise.reject(new Error('An action is missing'));
    const random = crypto.getRandomValues(new Uint32Array(4)).join('');
    return new Promise((resolve) => setTimeout(resolve, 50, 'sandbox-captcha-' + options.action + '-' + random));
  };
  window.grecaptcha.ready = (run) => run();
  for (const run of window.___grecaptcha_waiting.splice(0)) run();
})();
`;

export const captchaBadge = `<!doctype html><html lang="en"><meta charset="utf-8"><title>reCAPTCHA</title>
<style>body{margin:0;display:grid;place-items:center;height:60px;background:#f9f9f9;color:#444;font:11px sans-serif;text-align:center}</style>
<div>sandbox<br>captcha</div></html>
`;
