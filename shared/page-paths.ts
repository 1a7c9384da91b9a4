/** The path of every page: the routes of the client, and the paths that the gateway's log may name. product.md §2 */
export const pagePaths = {
  enter: '/enter',
  enterRestore: '/enter/restore',
  enterReferral: '/enter/referral',
  enterAccountCode: '/enter/account-code',
  enterEmail: '/enter/email',
  enterPassword: '/enter/password',
  enterLogin: '/enter/login',
  enterHelp: '/enter/help',

  profile: '/profile',
  accountTermination: '/account-termination',

  redirectToApp: '/h/redirect-to-app',
  toApp: '/h/to-app',
  toChrome: '/h/to-chrome',
  oneTimeCode: '/h/otc',
  appError: '/h/error',

  paymentSuccess: '/payment/success',
  changeEmail: '/change-email',
  changeEmailConfirm: '/change-email/confirm',
  promo: '/promo',
  subscriptionConfirmed: '/email/subscription-confirmed',
  citizenshipSuccess: '/diia/success',

  oldVerify: '/auth/verify',
  oldAlreadyUsed: '/auth/already-used',
  oldSubscriptionConfirmed: '/auth/subscription-confirmed',
} as const;

/** The values of `profile_section`, spelled as in existing links. product.md §2 */
export const profileSections = ['ACCOUNT', 'BILLING', 'DEVICES', 'REFERAL'] as const;
export type ProfileSection = (typeof profileSections)[number];
