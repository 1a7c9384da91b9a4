import { accountScreens } from './account-screens.ts';
import { billingScreens } from './billing-screens.ts';
import { deviceScreens } from './device-screens.ts';
import { enterScreens } from './enter-screens.ts';
import { messageScreens } from './message-screens.ts';
import type { Screen } from './support/check-screen.ts';

/** Every screen of the product in each of its states. */
export const screens: readonly Screen[] = [
  ...accountScreens,
  ...deviceScreens,
  ...enterScreens,
  ...billingScreens,
  ...messageScreens,
];
