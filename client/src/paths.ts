/** Every page's address, written once. product.md §2 */
export const paths = {
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

/** The values of `profile_section`, spelled as in the product's links. product.md §2 */
export const sections = ['ACCOUNT', 'BILLING', 'DEVICES', 'REFERAL'] as const;
export type Section = (typeof sections)[number];

/** The account section is the profile page itself. */
export const sectionPath = (section: Section): string =>
  section === 'ACCOUNT' ? paths.profile : `${paths.profile}?profile_section=${section}`;

/** The manual router setup, or, with a device, what was set up for it. */
export const routerPath = (deviceId?: string): string =>
  `${sectionPath('DEVICES')}&section=ROUTER${deviceId === undefined ? '' : `&device_id=${encodeURIComponent(deviceId)}`}`;

/** The devices with 'Add new device' open. product.md §2 */
export const addDevicePath = `${sectionPath('DEVICES')}&add_new_device=true`;

/** The values of `add_new_device`: the tabs of 'Add new device'. product.md §2 */
export const deviceKinds = ['desktop', 'mobile', 'router'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** What is wrong, told to the sign-in page in its `error` parameter. decisions.md §4 */
export type SignInError =
  | 'RESTORE_ACCOUNT'
  | 'AccountDeleted'
  | 'ErrAccountTerminated'
  | 'ErrDevicesPerAccountLimitExceeded'
  | 'DEPRECATED_EMAIL_VERIFY'
  | 'SIGN_IN_FAILED'
  | 'SIGNED_OUT'
  | 'OAUTH_CANCELLED'
  | 'access_denied';

export const signInErrorPath = (marker: SignInError): string => `${paths.enter}?error=${marker}`;
