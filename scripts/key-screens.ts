/**
 * The ten screens that every customer meets: their reading order and names are tested, and the gallery shows them in
 * three engines.
 */
export const keyScreens = [
  'sign-in',
  'code',
  'account-code',
  'restore',
  'account',
  'account-delete',
  'billing-active',
  'cancel',
  'devices',
  'router',
] as const;
export type KeyScreen = (typeof keyScreens)[number];
