import type { AccountSeed, DaysFromNow } from '../account.ts';
import { createSubscription } from '../plans.ts';
import { computer } from './devices.ts';

const group = 'Other kinds of account';

export const otherTypeAccounts = (at: DaysFromNow): AccountSeed[] => [
  {
    email: 'promo@example.com',
    group,
    description: 'Premium by a promo code until a date: “Expires on”, Redeem promocode, no payment method.',
    type: 'promo',
    subscription: createSubscription('promo@example.com', 'power-user-1m', {
      vendor: 'promocode',
      name: 'Promo',
      expiresAt: at(45),
      cancellable: false,
    }),
  },
  {
    email: 'promo-ended@example.com',
    group,
    description: 'Premium by a promo code that ended twelve days ago: cannot be renewed, needs a new plan.',
    type: 'promo',
    state: 'expired',
    subscription: createSubscription('promo-ended@example.com', 'power-user-1m', {
      vendor: 'promocode',
      name: 'Promo',
      active: false,
      expiresAt: at(-12),
      cancellable: false,
    }),
  },
  {
    email: 'pay-as-you-go@example.com',
    group,
    description: 'Pay as you go with a balance and its expiration date.',
    type: 'pay_as_you_go',
    payAsYouGo: { balance: '1250', expiresAt: at(120) },
  },
  {
    email: 'pay-as-you-go-currency@example.com',
    group,
    description: 'Pay as you go with a currency: a balance of $24.80 that does not expire.',
    type: 'pay_as_you_go',
    payAsYouGo: { balance: '2480', currency: 'USD', expiresAt: null },
  },
  {
    email: 'pay-as-you-go-empty@example.com',
    group,
    description: 'Pay as you go without a balance; it expired nine days ago.',
    type: 'pay_as_you_go',
    state: 'expired',
    payAsYouGo: { balance: '0', currency: 'EUR', expiresAt: at(-9) },
  },
  {
    email: 'setapp@example.com',
    group,
    description: 'Setapp: managed by Setapp, 8 devices, only the Router tab, no email change, no referral section.',
    type: 'setapp',
    deviceLimit: 8,
    subscription: createSubscription('setapp@example.com', 'power-user-1m', {
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
      'An anonymous device: no email of its own, no call to action, no citizenship block, no referral section.',
    emailVerified: false,
    emailIsSet: false,
    login: { vendor: 'code' },
  },
];
