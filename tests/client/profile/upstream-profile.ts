import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { stubStorage } from '../../support/fake-storage.ts';
import { gatewayResponse } from '../../support/gateway-response.ts';

/** The email in the profile that the upstream returns; null while it is unreachable. */
export const upstreamProfile: { email: string | null } = { email: null };

/** In each test the upstream is unreachable until `upstreamProfile` has an email. */
export function stubUpstream(): void {
  beforeAll(() => {
    // Offline, reads do not retry.
    vi.stubGlobal('navigator', { onLine: false });
    vi.stubGlobal('fetch', async () => {
      if (upstreamProfile.email === null) throw new TypeError('no network');
      return gatewayResponse(JSON.stringify({ profile: { email: upstreamProfile.email } }));
    });
  });
  afterAll(() => vi.unstubAllGlobals());
  beforeEach(() => {
    stubStorage('localStorage');
    upstreamProfile.email = null;
  });
}
