import type { AccountSeed, DaysFromNow } from '../account.ts';
import { subscribe } from '../plans.ts';
import { computer } from './devices.ts';

const group = 'Other kinds of account';

export const otherTypeAccounts = (at: DaysFromNow): AccountSeed[] => [
  {
    email: 'promo@example.com',
    group,
    description: 'Premium from a promo code until its day: “Expires on”, Redeem promocode, no payment method.',
    type: 'promo',
    subscription: subscribe('promo@example.com', 'power-user-1m', {
      vendor: 'promocode',
      name: 'Promo',
      expiresAt: at(45),
      cancellable: false,
    }),
  },
  {
    email: 'pay-as-you-go@example.com',
    group,
    description: 'Pay as you go with a balance and its last day.',
    type: 'pay_as_you_go',
    payAsYouGo: { balance: '1250', expiresAt: at(120) },
  },
  {
    email: 'setapp@example.com',
    group,
    description:
      'Came with Setapp: managed outside, 8 devices, only the Router tab, no e-mail change, no referral section.',
    type: 'setapp',
    deviceLimit: 8,
    subscription: subscribe('setapp@example.com', 'power-user-1m', {
      vendor: 'unknown',
      name: 'Setapp',
      cancellable: false,
    }),
    devices: [computer('setapp', 'iMac in the studio', 'macos', 'iMac21,1')],
  },
  {
    email: 'guest@example.com',
    group,
    description: 'A guest (role account_role_guest): no referral section.',
    type: 'guest',
    role: 'account_role_guest',
    login: { vendor: 'guest' },
  },
  {
    email: '7f3c9a@anonymous.skerry.example',
    group,
    description:
      'An anonymous device: no e-mail of its own, no call to action, no citizenship block, no referral section.',
    emailVerified: false,
    emailIsSet: false,
    login: { vendor: 'code' },
  },
];
