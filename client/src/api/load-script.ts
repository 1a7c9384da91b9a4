import { start } from '../start.ts';

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

declare global {
  /** Enforced in Chromium by the page's policy; other browsers do not have it. */
  var trustedTypes: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } | undefined;
}

// The only third-party scripts that may run. The page's policy names `skerry-scripts` as well.
const trusted = [start.captchaJsUrl, start.stripeJsUrl].map(withoutQuery);

const rules: ScriptPolicy = {
  createScriptURL(url) {
    if (!trusted.includes(withoutQuery(url))) throw new TypeError('Not a script of this product');
    return url;
  },
};

const policy = globalThis.trustedTypes?.createPolicy('skerry-scripts', rules) ?? rules;

// Long enough for a slow connection; a content blocker fails at once.
const timeoutMs = 20_000;

const missing = new Error('The script could not be loaded');

/** The scripts of the page that have not failed, by URL. A slow one still runs when it arrives: request it once. */
const scripts = new Map<string, Promise<void>>();

/** Runs a third-party script once. Rejects when it is blocked, missing or too slow; may be retried. */
export function loadScript(url: string): Promise<void> {
  const script = scripts.get(url) ?? addScript(url);
  scripts.set(url, script);
  return new Promise((resolve, reject) => {
    script.then(resolve, reject);
    setTimeout(reject, timeoutMs, missing);
  });
}

/** The next `loadScript` loads the script again: it ran, but it was unusable. */
export function forgetScript(url: string): void {
  scripts.delete(url);
}

function addScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.onload = () => resolve();
    script.onerror = () => {
      forgetScript(url);
      script.remove();
      reject(missing);
    };
    script.src = policy.createScriptURL(url);
    document.head.append(script);
  });
}

function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
