import { DeleteRouterRequest, RenameDeviceRequest, UnlinkDeviceRequest } from '../devices.ts';
import { Acknowledgment } from '../entity.ts';
import {
  CreatedRouter,
  RouterConfiguration,
  RouterConfigurationRequest,
  RouterDraft,
  RouterSetup,
} from '../router-setup.ts';
import { badRequest, documentCall, noSession, unknownDevice } from './documented-call.ts';
import { routerSetupExample } from './router-setup-example.ts';

const done = { response: Acknowledgment, responseExample: {} } as const;
const choice = {
  shortcut_group_id: 'group-countries',
  shortcut_id: 'country-se',
  cluster_id: 'cluster-se-1',
  enhancer: 'adsec',
} as const;
const credentials = { node_login: 'example-login', node_password: 'example-password' };
const router_configuration = 'client\ndev tun\nproto tcp\nremote se-1.skerry.example 443\n';

export const devicesContract = {
  unlinkDevice: documentCall({
    summary: 'Unlinks a device',
    description: 'The device is signed out and its slot becomes free.',
    request: UnlinkDeviceRequest,
    requestExample: { device_id: 'dev-1' },
    ...done,
    errors: { noSession, badRequest, unknownDevice },
  }),
  renameDevice: documentCall({
    summary: 'Renames a router, with at most 50 characters',
    description: 'Only routers can be renamed here; other devices are named by their app.',
    request: RenameDeviceRequest,
    requestExample: { device_id: 'dev-2', name: 'Router in the attic' },
    ...done,
    errors: { noSession, badRequest, unknownDevice },
  }),
  deleteRouter: documentCall({
    summary: 'Deletes a router and its configuration',
    description: 'The configuration stops working and its slot becomes free.',
    request: DeleteRouterRequest,
    requestExample: { device_id: 'dev-2' },
    ...done,
    errors: { noSession, badRequest, unknownDevice },
  }),
  routerSetup: documentCall({
    summary: 'Returns the countries and streaming services that a router can be set up for',
    description: 'Locations without OpenVPN over TCP are included; clients drop them, because routers cannot use them.',
    request: null,
    requestExample: null,
    response: RouterSetup,
    responseExample: routerSetupExample,
    errors: { noSession },
  }),
  routerConfiguration: documentCall({
    summary: 'Returns the stored configuration of a router',
    description: '`router_configuration` is empty if the file was not stored.',
    request: RouterConfigurationRequest,
    requestExample: { device_id: 'dev-2' },
    response: RouterConfiguration,
    responseExample: { ...choice, ...credentials, router_configuration },
    errors: { noSession, badRequest, unknownDevice },
  }),
  createRouterConfiguration: documentCall({
    summary: 'Adds a router and creates its OpenVPN configuration file',
    description: 'The router takes one device slot. Its credentials are part of the response.',
    request: RouterDraft,
    requestExample: { ...choice, router_model: 'router', router_name: 'Router 1' },
    response: CreatedRouter,
    responseExample: { device_id: 'dev-2', ...credentials, router_configuration },
    errors: {
      noSession,
      badRequest,
      unknownLocation: {
        status: 404,
        code: 5,
        message: 'location not found',
        when: 'The catalog has no such location.',
      },
      premiumLocation: {
        status: 403,
        code: 7,
        message: 'location is premium',
        when: 'The location is for subscribers, and the account has no active subscription.',
      },
      deviceLimit: {
        status: 429,
        code: 8,
        message: 'device limit reached',
        exact: true,
        when: 'The account has reached its device limit.',
      },
    },
  }),
} as const;
