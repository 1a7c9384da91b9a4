interface TrustedTypesPolicy {
  createScriptURL(url: string): string;
}

export interface Captcha {
  ready?: (callback: () => void) => void;
  execute?: (siteKey: string, options?: { action?: string }) => Promise<string>;
}

/** The globals of reCAPTCHA v3 and of Trusted Types that the test double uses. */
export interface CaptchaWindow {
  grecaptcha?: Captcha;
  ___grecaptcha_queue?: (() => void)[];
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): TrustedTypesPolicy;
  };
}
