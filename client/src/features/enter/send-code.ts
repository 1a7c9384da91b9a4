import { calls } from '#shared/calls.ts';
import { readAttribution } from '../../api/attribution.ts';
import { loadCaptcha, solveCaptcha } from '../../api/captcha.ts';
import { describeProblem, type ProblemText } from '../../api/describe-problem.ts';
import { request } from '../../api/request.ts';
import { startResendCountdown } from '../../email/resend-deadline.ts';

/** Has a code mailed, and starts the time until the next one. */
export async function sendCode(email: string): Promise<void> {
  const analytics = readAttribution();
  await request(calls.requestOneTimeCode, { email, ...(analytics && { analytics }), ...(await solveCaptcha()) });
  startResendCountdown(email);
}

/** The same for the first step, whose page is lighter without the words for failures: null, or what went wrong. */
export const trySendCode = (email: string): Promise<ProblemText | null> =>
  sendCode(email).then(() => null, describeProblem);

/** Fetches the captcha's script ahead of its use. */
export const prepareCaptcha = (): Promise<void> => loadCaptcha();
