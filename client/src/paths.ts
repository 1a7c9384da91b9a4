import { pagePaths } from '#shared/page-paths.ts';

export const paths = pagePaths;

/** The values of `profile_section`, spelled as in existing links. product.md §2 */
export const sections = ['ACCOUNT', 'BILLING', 'DEVICES', 'REFERAL'] as const;
export type Section = (typeof sections)[number];

/** The account section is the profile page. */
export const sectionPath = (section: Section): string =>
  section === 'ACCOUNT' ? paths.profile : `${paths.profile}?profile_section=${section}`;

/** The manual router setup, or the screen of an existing router. */
export const routerPath = (deviceId?: string): string =>
  `${sectionPath('DEVICES')}&section=ROUTER${deviceId === undefined ? '' : `&device_id=${encodeURIComponent(deviceId)}`}`;

/** The devices section with "Add new device" open. product.md §2 */
export const addDevicePath = `${sectionPath('DEVICES')}&add_new_device=true`;

/** The values of `add_new_device`: the tabs of "Add new device". product.md §2 */
export const deviceKinds = ['desktop', 'mobile', 'router'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** The values of the sign-in page's `error` parameter. decisions.md §4 */
export type SignInError =
  | 'RESTORE_ACCOUNT'
  | 'AccountDeleted'
  | 'ErrAccountTerminated'
  | 'ErrDevicesPerAccountLimitExceeded'
  | 'DEPRECATED_EMAIL_VERIFY'
  | 'SIGN_IN_FAILED'
  | 'SIGNED_OUT';

export const signInErrorPath = (marker: SignInError): string => `${paths.enter}?error=${marker}`;
