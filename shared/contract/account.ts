import { CitizenshipLink, NewEmail, NewEmailCode, PermanentToken, SettingsUpdate } from '../account.ts';
import { Acknowledgment } from '../entity.ts';
import { ProfileResponse } from '../profile.ts';
import { RefreshRequest } from '../sign-in.ts';
import { badRequest, documentCall, failedPrecondition, noSession } from './documented-call.ts';
import { profileExample } from './profile-example.ts';

const nothing = { request: null, requestExample: null } as const;
const done = { response: Acknowledgment, responseExample: {} } as const;

export const accountContract = {
  profile: documentCall({
    summary: 'Returns the account, its subscription and its devices',
    description: 'The payment method is included only if `include_payment_data` is `true`.',
    ...nothing,
    response: ProfileResponse,
    responseExample: { profile: profileExample },
    errors: {
      noSession,
      deletedAccount: {
        status: 400,
        code: 3,
        message: 'AccountDeleted',
        exact: true,
        when: 'The account was deleted.',
      },
    },
  }),
  createPermanentToken: documentCall({
    summary: 'Creates a permanent token for pairing and hand-offs',
    description:
      'The token signs in to this account. It is shown as a QR code, in a deep link and to the browser extension.',
    ...nothing,
    response: PermanentToken,
    responseExample: { perm_token: 'example-permanent-token' },
    errors: { noSession },
  }),
  updateSettings: documentCall({
    summary: 'Turns newsletters on or off; on if the field is omitted',
    description: 'A newsletter confirmation omits the field, because opening the link is the consent.',
    request: SettingsUpdate,
    requestExample: { receive_newsletters: true },
    ...done,
    errors: { noSession, badRequest },
  }),
  deleteAccount: documentCall({
    summary: 'Marks the account for termination; it can be restored within 30 days',
    description:
      'All sessions of the account end. The subscription continues. The gateway adds the refresh token to the body.',
    request: RefreshRequest,
    requestExample: { refresh_token: 'example-refresh-token' },
    ...done,
    errors: { noSession },
  }),
  cancelAccountDeletion: documentCall({
    summary: 'Restores an account that is marked for termination',
    description: 'Works within 30 days after the deletion. The subscription is unchanged.',
    ...nothing,
    ...done,
    errors: {
      noSession,
      notDeleted: failedPrecondition('account is not deleted', 'The account is not marked for termination.'),
    },
  }),
  requestEmailChange: documentCall({
    summary: 'Sends an email-change link to the current address',
    description: 'The link is valid for one hour and contains the `unique_token` of the next step.',
    ...nothing,
    ...done,
    errors: {
      noSession,
      notOffered: failedPrecondition('this account has no email of its own', 'The account signs in without an email.'),
    },
  }),
  verifyNewEmail: documentCall({
    summary: 'Sends a code to the new address',
    description: '`unique_token` is the token of the link. Sending the request again sends a new code.',
    request: NewEmail,
    requestExample: { new_email: 'anna@example.org', unique_token: 'example-link-token' },
    ...done,
    errors: {
      badRequest,
      unknownLink: {
        status: 400,
        code: 3,
        message: 'unique_token invalid',
        when: 'The link is unknown, expired or used.',
      },
      notUpdated: {
        status: 400,
        code: 3,
        message: 'email is not updated',
        exact: true,
        when: 'Another account uses the new address.',
      },
    },
  }),
  applyNewEmail: documentCall({
    summary: 'Changes the email with the code that was sent to the new address',
    description: 'The code is valid for ten minutes and works once.',
    request: NewEmailCode,
    requestExample: { otc_code: '123456' },
    ...done,
    errors: {
      badRequest,
      wrongCode: { status: 400, code: 3, message: 'code invalid', exact: true, when: 'The code is wrong.' },
      expiredCode: failedPrecondition('code expired', 'The code is older than ten minutes.'),
    },
  }),
  citizenshipLink: documentCall({
    summary: 'Creates a link to the national app that verifies citizenship, valid for 180 seconds',
    description:
      'The link is shown as a QR code or opened on a phone. The profile says when the verification has succeeded.',
    ...nothing,
    response: CitizenshipLink,
    responseExample: { deep_link: 'https://national-app.example/confirm/example' },
    errors: {
      noSession,
      alreadyVerified: failedPrecondition('already verified', 'The citizenship is already verified.'),
    },
  }),
} as const;
