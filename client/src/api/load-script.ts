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

/** Runs a third-party script. Rejects when it is blocked, missing or too slow. */
export function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('The script could not be loaded'));
    };
    const timer = setTimeout(fail, timeoutMs);
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = () => {
      clearTimeout(timer);
      fail();
    };
    script.src = policy.createScriptURL(url);
    document.head.append(script);
  });
}

function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
