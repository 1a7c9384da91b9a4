import { CitizenshipLink, PermanentToken } from './account.ts';
import { AccountCoupon, PaymentLink, PaymentSetup } from './billing.ts';
import type { CallName } from './calls.ts';
import { Acknowledgement } from './entity.ts';
import { InstallerLink, VisitorCountry } from './marketing.ts';
import { ProfileResponse } from './profile.ts';
import { CreatedRouter, RouterConfiguration, RouterSetup } from './router-setup.ts';

/** The response schema of each browser call, without tokens. Only for validation reports, so load it lazily. */
export const responses = {
  signInWithPermanentToken: Acknowledgement,
  signInWithAccountCode: Acknowledgement,
  requestOneTimeCode: Acknowledgement,
  verifyOneTimeCode: Acknowledgement,
  profile: ProfileResponse,
  createPermanentToken: PermanentToken,
  updateSettings: Acknowledgement,
  deleteAccount: Acknowledgement,
  cancelAccountDeletion: Acknowledgement,
  requestEmailChange: Acknowledgement,
  verifyNewEmail: Acknowledgement,
  applyNewEmail: Acknowledgement,
  citizenshipLink: CitizenshipLink,
  unlinkDevice: Acknowledgement,
  renameDevice: Acknowledgement,
  deleteRouter: Acknowledgement,
  routerSetup: RouterSetup,
  routerConfiguration: RouterConfiguration,
  createRouterConfiguration: CreatedRouter,
  visitorCountry: VisitorCountry,
  cancelSubscription: Acknowledgement,
  renewSubscription: Acknowledgement,
  createPaymentSetup: PaymentSetup,
  updatePaymentMethod: Acknowledgement,
  paymentLink: PaymentLink,
  accountCoupon: AccountCoupon,
  registerEvent: Acknowledgement,
  installerLink: InstallerLink,
} as const satisfies Partial<Record<CallName, unknown>>;

export type CallWithResponse = keyof typeof responses;
