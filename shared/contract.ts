import type * as z from 'zod/mini';
import type { Call, CallName, calls } from './calls.ts';
import { accountContract } from './contract/account.ts';
import { billingContract } from './contract/billing.ts';
import { devicesContract } from './contract/devices.ts';
import type { DocumentedCall } from './contract/documented-call.ts';
import { marketingContract } from './contract/marketing.ts';
import { signInContract } from './contract/sign-in.ts';
import type { AnsweredCall, responses } from './responses.ts';

/** The documentation of every call: schemas, examples and errors. The client takes types from here, never code. */
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

/** The body that the browser sends: what the gateway adds is not in it. Undefined for a call without a body. */
export type RequestOf<Wanted extends Call> = Wanted extends (typeof calls)['deleteAccount']
  ? undefined
  : RequestSchema<Wanted> extends z.core.$ZodType
    ? z.infer<RequestSchema<Wanted>>
    : undefined;

/** What the browser gets: tokens are already gone. */
export type ResponseOf<Wanted extends Call> =
  NameOf<Wanted> extends AnsweredCall ? z.infer<(typeof responses)[NameOf<Wanted> & AnsweredCall]> : never;
