import { CitizenshipLink, PermanentToken } from './account.ts';
import { AccountCoupon, PaymentLink, PaymentSetup } from './billing.ts';
import type { CallName } from './calls.ts';
import { Acknowledgment } from './entity.ts';
import { InstallerLink, VisitorCountry } from './marketing.ts';
import { ProfileResponse } from './profile.ts';
import { CreatedRouter, RouterConfiguration, RouterSetup } from './router-setup.ts';

/** The response schema of each browser call, without tokens. Only for validation reports, so load it lazily. */
export const responses = {
  signInWithPermanentToken: Acknowledgment,
  signInWithAccountCode: Acknowledgment,
  requestOneTimeCode: Acknowledgment,
  verifyOneTimeCode: Acknowledgment,
  profile: ProfileResponse,
  createPermanentToken: PermanentToken,
  updateSettings: Acknowledgment,
  deleteAccount: Acknowledgment,
  cancelAccountDeletion: Acknowledgment,
  requestEmailChange: Acknowledgment,
  verifyNewEmail: Acknowledgment,
  applyNewEmail: Acknowledgment,
  citizenshipLink: CitizenshipLink,
  unlinkDevice: Acknowledgment,
  renameDevice: Acknowledgment,
  deleteRouter: Acknowledgment,
  routerSetup: RouterSetup,
  routerConfiguration: RouterConfiguration,
  createRouterConfiguration: CreatedRouter,
  visitorCountry: VisitorCountry,
  cancelSubscription: Acknowledgment,
  renewSubscription: Acknowledgment,
  createPaymentSetup: PaymentSetup,
  updatePaymentMethod: Acknowledgment,
  paymentLink: PaymentLink,
  accountCoupon: AccountCoupon,
  registerEvent: Acknowledgment,
  installerLink: InstallerLink,
} as const satisfies Partial<Record<CallName, unknown>>;

export type CallWithResponse = keyof typeof responses;
