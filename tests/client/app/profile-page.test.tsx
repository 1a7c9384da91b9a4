/// <reference types="vite/client" />
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig, unstable_serialize } from 'swr';
import { afterAll, expect, test, vi } from 'vitest';
import { calls } from '#shared/calls.ts';
import { profileQuery } from '#shared/early-reads.ts';
import { RequestProblem } from '../../../client/src/api/request-problem.ts';
import { sectionPath, sections } from '../../../client/src/paths.ts';
import { normalizeProfileResponse } from '../../../client/src/profile/normalize-profile.ts';
import { sandboxProfiles } from '../../support/altered-profile.ts';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal('location', new URL('https://account.skerry.example/profile'));
afterAll(() => void vi.unstubAllGlobals());
// Reads both when it is imported.
const { ProfilePage } = await import('../../../client/src/app/profile-page.tsx');

const key = unstable_serialize([calls.profile.path, new URLSearchParams(profileQuery).toString()]);

/** @param read what the cache holds of the profile */
function render(path: string, read: object): string {
  const cache = new Map([[key, read]]);
  return renderToStaticMarkup(
    <SWRConfig value={{ provider: () => cache }}>
      <MemoryRouter initialEntries={[path]}>
        <ProfilePage />
      </MemoryRouter>
    </SWRConfig>,
  );
}

const screens = [...sections.map(sectionPath), `${sectionPath('DEVICES')}&section=ROUTER`];
const reads = [
  {},
  { error: new RequestProblem(503, null, null, null) },
  { error: new RequestProblem(401, { code: 16, message: 'no' }, null, null) },
  ...[...sandboxProfiles.values()]
    .filter((profile) => !profile.marked_for_termination)
    .map((profile) => ({ data: normalizeProfileResponse({ profile }) })),
];

// No other page needs a session: client/src/app/app.tsx. On phones, sign-out is in the menu.
test.each(screens)(
  '%s shows sign-out while the profile loads, if it cannot be loaded, and to every account',
  (path) => {
    for (const read of reads) {
      const [header] = /<header.*?<\/header>/s.exec(render(path, read)) ?? [];
      expect(header).toMatch(/<button[^>]*>(?:<svg.*?<\/svg>)?<span>Sign out<\/span><\/button>/);
      expect(header).toMatch(/<button[^>]*aria-label="Menu"/);
    }
  },
);
