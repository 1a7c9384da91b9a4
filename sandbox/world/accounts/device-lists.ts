import type { AccountSeed, DaysFromNow } from '../account.ts';
import { createSubscription, visaCard } from '../plans.ts';
import { computer, phone, router } from './devices.ts';

const group = 'Devices and routers';

const subscribed = (email: string, at: DaysFromNow) =>
  ({
    type: 'subscription',
    subscription: createSubscription(email, 'power-user-1m', { billingAt: at(20) }),
    payment: { method: visaCard, status: 'succeeded', message: '' },
  }) as const;

export const deviceAccounts = (at: DaysFromNow): AccountSeed[] => [
  {
    email: 'no-devices@example.com',
    group,
    description: 'Subscribed without a device: the empty list and the first pairing.',
    ...subscribed('no-devices@example.com', at),
  },
  {
    email: 'devices-full@example.com',
    group,
    description: 'Six devices out of six: no Add tile; pairing and a new router fail.',
    ...subscribed('devices-full@example.com', at),
    devices: [
      computer('full', 'Work laptop', 'windows', 'ThinkPad X1'),
      computer('full', 'Home iMac', 'macos', 'iMac21,1'),
      phone('full', 'My phone', 'ios', 'iPhone 14'),
      phone('full', 'Tablet', 'ios', 'iPad13,4'),
      phone('full', 'Old phone', 'android', 'Pixel 5'),
      router('full', 'Router 1', { city: 'Amsterdam' }),
    ],
  },
  {
    email: 'one-slot-left@example.com',
    group,
    description: 'Five out of six: adding one more device removes the Add tile.',
    ...subscribed('one-slot-left@example.com', at),
    devices: [
      computer('slot', 'Work laptop', 'windows', 'ThinkPad X1'),
      computer('slot', 'Home iMac', 'macos', 'iMac21,1'),
      phone('slot', 'My phone', 'ios', 'iPhone 14'),
      phone('slot', 'Tablet', 'ios', 'iPad13,4'),
      phone('slot', 'Old phone', 'android', 'Pixel 5'),
    ],
  },
  {
    email: 'routers@example.com',
    group,
    description:
      'Four routers: a plain one, one with both protections, one for streaming, and one whose file was not stored (downloading fails). The next is Router 3.',
    ...subscribed('routers@example.com', at),
    devices: [
      router('routers', 'Router 1', { city: 'Berlin' }),
      router('routers', 'Router 2', { city: 'Stockholm', enhancer: 'adsec' }),
      router('routers', 'Living room', { city: 'London', group: 'streaming' }),
      router('routers', 'Attic', { city: 'Paris', enhancer: 'security', stored: false }),
    ],
  },
  {
    email: 'no-slots@example.com',
    group,
    description: 'Device limit 0: no devices and no way to add one.',
    ...subscribed('no-slots@example.com', at),
    deviceLimit: 0,
  },
  {
    email: 'many-devices@example.com',
    group,
    description: 'Device limit 50 with 24 devices: a long list with free slots.',
    ...subscribed('many-devices@example.com', at),
    deviceLimit: 50,
    devices: Array.from({ length: 24 }, (_, index) =>
      index % 2 === 0
        ? computer('many', `Workstation ${index + 1}`, 'windows', 'ThinkCentre M90')
        : phone('many', `Tablet ${index + 1}`, 'android', 'Pixel Tablet'),
    ),
  },
  {
    email: 'setapp-full@example.com',
    group,
    description: 'Setapp with eight devices out of eight.',
    type: 'setapp',
    deviceLimit: 8,
    subscription: createSubscription('setapp-full@example.com', 'power-user-1m', {
      vendor: 'unknown',
      name: 'Setapp',
      cancellable: false,
    }),
    devices: Array.from({ length: 8 }, (_, index) =>
      computer('setapp-full', `Mac ${index + 1}`, 'macos', 'Macmini9,1'),
    ),
  },
];
