import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { buildProfile } from '../../support/build-profile.ts';
import { prepareClient } from '../../support/render-client.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Enough of a DOM to run the effects of a component that renders nothing. */
function createContainer(): Element {
  const page = Object.assign(new EventTarget(), document, { hidden: false });
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', { HTMLIFrameElement: class {} });
  return Object.assign(new EventTarget(), { nodeType: 1, tagName: 'DIV', ownerDocument: page }) as unknown as Element;
}

test.each([
  [true, [{ event: 'sign_in', account_type: 'subscription' }]],
  [false, undefined],
])('analytics gets the sign-in only if the gateway allows attribution: %s', async (attribution, expected) => {
  await prepareClient({ attribution });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.resetModules();
  const { useProfileNotifications } = await import('../../../client/src/app/use-profile-notifications.ts');
  const { recordSignIn } = await import('../../../client/src/session/sign-in-event.ts');
  recordSignIn();
  const profile = buildProfile();
  const Page = () => {
    useProfileNotifications(profile);
    return null;
  };
  const root = createRoot(createContainer());
  await act(() =>
    root.render(
      <MemoryRouter>
        <Page />
      </MemoryRouter>,
    ),
  );
  expect(window.dataLayer).toEqual(expected);
  await act(() => root.unmount());
});
