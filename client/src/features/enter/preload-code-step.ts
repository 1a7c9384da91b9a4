/**
 * The code that is needed only once somebody signs in by e-mail: fetched when the form gets its first focus, together with
 * the captcha, and there by the time the address is typed.
 */
export const loadCodeStep = () => import('./code-step.tsx');

export const loadSendCode = () => import('./send-code.ts');

export function preloadCodeStep(): void {
  // A failure shows itself when the step is taken.
  loadCodeStep().catch(() => undefined);
  loadSendCode().then(
    ({ prepareCaptcha }) => prepareCaptcha(),
    () => undefined,
  );
}
