import type { Page } from '@playwright/test';
import { calls } from '#shared/calls.ts';
import {
  alert,
  anna,
  button,
  devices,
  dialog,
  type FaultStep,
  heading,
  loading,
  main,
  signedIn,
  tokenless,
  tryAgain,
  value,
} from './support/fault-step.ts';
import { checkIfUnknown } from './support/unknown-outcome.ts';

const openConfigurations = (page: Page) =>
  page
    .getByRole('link', { name: /^Configurations: / })
    .first()
    .click();

/** Devices and routers. */
const unlinked = (page: Page) => page.getByText('Device was deleted');

/** In the dialog. */
const confirmUnlinking: Pick<FaultStep, 'act' | 'says' | 'busy' | 'done'> = {
  act: (page) => button(dialog(page), 'Unlink device').click(),
  says: alert(/Unlinking failed/),
  busy: loading,
  done: unlinked,
};

export const devicesFaultSteps: readonly FaultStep[] = [
  {
    name: 'devices: unlink',
    call: calls.unlinkDevice,
    open: signedIn(anna, devices, (page) => button(main(page), 'Unlink device: Pixel 8').click()),
    ...confirmUnlinking,
  },
  {
    name: 'devices: unlink a router',
    call: calls.deleteRouter,
    open: signedIn('routers@example.com', devices, (page) =>
      page
        .locator('.tile', { has: page.getByRole('link', { name: /^Configurations: / }) })
        .first()
        .getByRole('button', { name: /^Unlink device: / })
        .click(),
    ),
    ...confirmUnlinking,
  },
  {
    name: 'devices: pair',
    call: calls.createPermanentToken,
    isRead: true,
    misshapen: tokenless,
    open: signedIn(anna, `${devices}&add_new_device=mobile`),
    act: tryAgain,
    says: alert(/We couldn’t load the code/),
    busy: (page) => page.locator('.qr--empty'),
    done: (page) => page.locator('.qr svg'),
  },
  {
    name: 'router: the locations',
    call: calls.routerSetup,
    isRead: true,
    misshapen: [{}, { shortcut_groups: 'all' }],
    open: signedIn(anna, `${devices}&section=ROUTER`),
    act: tryAgain,
    says: (page) => main(page).locator('.empty'),
    busy: (page) => page.locator('.router-screen .skeleton, .router-screen .is-loading').first(),
    done: (page) => page.getByRole('searchbox'),
  },
  {
    name: 'router: create',
    call: calls.createRouterConfiguration,
    misshapen: [{}, { device_id: 'router' }, { device_id: 5, router_configuration: 'client' }],
    open: signedIn(anna, `${devices}&section=ROUTER`, async (page) => {
      await page.getByLabel('Router name').fill('Loft');
      await page.getByRole('radio', { name: 'Austria' }).click();
    }),
    settle: (page) => checkIfUnknown(page, main(page)),
    act: (page) => button(main(page), 'Download config file').click(),
    says: (page) => main(page).getByRole('alert').filter({ hasText: /./ }),
    kept: (page) => value(page.getByLabel('Router name')),
    busy: loading,
    done: heading('Configurations'),
  },
  {
    name: 'router: its configuration',
    call: calls.routerConfiguration,
    isRead: true,
    misshapen: [{}, { router_configuration: 'client' }, { shortcut_id: 5 }],
    open: signedIn('routers@example.com', devices, openConfigurations),
    act: tryAgain,
    says: alert(/We couldn’t load the configuration/),
    busy: (page) => page.locator('.router-screen .skeleton, .router-screen .is-loading').first(),
    done: (page) => page.locator('.sticky-bar .btn'),
  },
  {
    name: 'router: its location',
    call: calls.routerSetup,
    isRead: true,
    misshapen: [{}, { shortcut_groups: 'all' }],
    open: signedIn('routers@example.com', devices, openConfigurations),
    act: tryAgain,
    says: alert(/We couldn’t load the locations/),
    busy: (page) => page.locator('.router-screen .skeleton, .router-screen .is-loading').first(),
    done: (page) => page.getByRole('radio', { checked: true }).first(),
  },
  {
    name: 'router: rename',
    call: calls.renameDevice,
    open: signedIn('routers@example.com', devices, async (page) => {
      await openConfigurations(page);
      await button(main(page), 'Edit device name').click();
      await page.getByLabel('Device name').fill('Summer house');
    }),
    act: (page) => button(main(page), 'Save').click(),
    says: (page) => main(page).getByText('Device name change failed'),
    kept: (page) => value(page.getByLabel('Device name')),
    busy: loading,
    done: (page) => main(page).locator('.list-row__title', { hasText: 'Summer house' }),
  },
  {
    name: 'router: delete',
    call: calls.deleteRouter,
    open: signedIn('routers@example.com', devices, async (page) => {
      await openConfigurations(page);
      await button(main(page), 'Delete the device').click();
    }),
    act: (page) => dialog(page).locator('.btn--danger').click(),
    says: (page) => dialog(page).getByText('Unlinking failed'),
    busy: loading,
    done: heading('Devices'),
  },
];
