import type { PaymentMethod, Profile } from '#shared/profile.ts';

/** Whether a fresh profile is paid in another way than before. */
export const hasChanged =
  ({ payment_data: before }: Pick<Profile, 'payment_data'>) =>
  ({ payment_data: after }: Pick<Profile, 'payment_data'>): boolean =>
    describe(after?.payment_method) !== describe(before?.payment_method);

const describe = (method: PaymentMethod | null | undefined): string =>
  [method?.vendor, method?.payment_source_id, method?.card_masked_number].join();
