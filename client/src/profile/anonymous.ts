import type { Profile } from '#shared/profile.ts';

/** Whether the account belongs to a device instead of a person: its e-mail is made up. product.md §3 */
export const isAnonymous = ({ email }: Pick<Profile, 'email'>, anonymousEmailDomain: string): boolean =>
  ['@', '.'].some((mark) => email.toLowerCase().endsWith(mark + anonymousEmailDomain.toLowerCase()));
