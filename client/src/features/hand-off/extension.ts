import { calls } from '#shared/calls.ts';
import { request } from '../../api/request.ts';
import { RequestProblem } from '../../api/request-problem.ts';
import { readSession } from '../../session/session.ts';

const dashboard = (extensionId: string): string => `chrome-extension://${extensionId}/dashboard.html`;

/** The gateway's own redirect, which puts the session's tokens behind the extension's address. decisions.md §3 */
const handOverPath = '/session/extension';

/** Whether the extension's dashboard can be reached, which only shows where it is installed. */
export const probeExtension = (extensionId: string): Promise<boolean> =>
  fetch(dashboard(extensionId)).then(
    (answer) => answer.ok,
    () => false,
  );

/**
 * The address that hands the session over: the extension's own with a permanent token, or the gateway's when there is
 * none to be had.
 * @returns null when the session is over
 * @throws {RequestProblem} when nobody could be asked
 */
export async function handOverAddress(extensionId: string): Promise<string | null> {
  try {
    const { perm_token } = await request(calls.createPermanentToken);
    return `${dashboard(extensionId)}#${new URLSearchParams({ token: perm_token })}`;
  } catch (problem) {
    if (problem instanceof RequestProblem && problem.status === 0) throw problem;
    return readSession().signedIn ? handOverPath : null;
  }
}
