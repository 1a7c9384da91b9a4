import type * as z from 'zod/mini';
import type { Call, CallName, calls } from './calls.ts';
import { accountContract } from './contract/account.ts';
import { billingContract } from './contract/billing.ts';
import { devicesContract } from './contract/devices.ts';
import type { DocumentedCall } from './contract/documented-call.ts';
import { marketingContract } from './contract/marketing.ts';
import { signInContract } from './contract/sign-in.ts';
import type { CallWithResponse, responses } from './responses.ts';

/** The documentation of every call: schemas, examples and errors. The client imports only types from here. */
export const contract = {
  ...signInContract,
  ...accountContract,
  ...devicesContract,
  ...billingContract,
  ...marketingContract,
} as const satisfies Record<CallName, DocumentedCall>;

type NameOf<Wanted extends Pick<Call, 'method' | 'path'>> = {
  [Name in CallName]: (typeof calls)[Name] extends Pick<Wanted, 'method' | 'path'> ? Name : never;
}[CallName];

type RequestSchema<Wanted extends Call> = (typeof contract)[NameOf<Wanted>]['request'];

/** The body that the browser sends, without what the gateway adds. Undefined for a call without a body. */
export type RequestOf<Wanted extends Call> = Wanted extends (typeof calls)['deleteAccount']
  ? undefined
  : RequestSchema<Wanted> extends z.core.$ZodType
    ? z.infer<RequestSchema<Wanted>>
    : undefined;

/** The body that the browser receives; the gateway has already removed tokens. */
export type ResponseOf<Wanted extends Call> =
  NameOf<Wanted> extends CallWithResponse ? z.infer<(typeof responses)[NameOf<Wanted> & CallWithResponse]> : never;
