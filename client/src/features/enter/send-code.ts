import { calls } from '#shared/calls.ts';
import { readAttribution } from '../../api/attribution.ts';
import { loadCaptcha, solveCaptcha } from '../../api/captcha.ts';
import { describeProblem, type ProblemText } from '../../api/describe-problem.ts';
import { request } from '../../api/request.ts';
import { startResendCountdown } from '../../email/resend-deadline.ts';

/** Emails a code and starts the resend countdown. */
export async function sendCode(email: string): Promise<void> {
  const analytics = readAttribution();
  await request(calls.requestOneTimeCode, { email, ...(analytics && { analytics }), ...(await solveCaptcha()) });
  startResendCountdown(email);
}

/**
 * The same for the first step. Keeps the texts for failures out of the entry chunk. Resolves to null or the problem.
 */
export const trySendCode = (email: string): Promise<ProblemText | null> =>
  sendCode(email).then(() => null, describeProblem);

/** Loads the captcha script in advance. Its code is in this chunk, so that the entry chunk does not have it. */
export const prepareCaptcha = (): Promise<void> => loadCaptcha();
