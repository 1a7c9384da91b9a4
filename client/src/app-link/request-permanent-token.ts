import { calls } from '#shared/calls.ts';
import { type RequestOptions, request } from '../api/request.ts';
import { requireText } from '../api/require-text.ts';

/** Creates a token that signs in an app or the extension. */
export async function requestPermanentToken(options?: RequestOptions): Promise<string> {
  const { perm_token } = await request(calls.createPermanentToken, undefined, options);
  return requireText(perm_token);
}
