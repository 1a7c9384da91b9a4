/** Chunks that only a sign-in by email needs. They load on the first press or input in the form, with the captcha. */
export const loadCodeStep = () => import('./code-step.tsx');

export const loadSendCode = () => import('./send-code.ts');

export function preloadCodeStep(): void {
  // A failure surfaces in the next step.
  loadCodeStep().catch(() => undefined);
  loadSendCode().then(
    ({ prepareCaptcha }) => prepareCaptcha(),
    () => undefined,
  );
}
